import GameKit
import Names
public import Passwords
import WireProtocol
import TextMode

/// Checks and creates passwords. That takes tens of milliseconds by design, so the edge does it on a queue of its own,
/// one at a time, and returns the result; the waiting session is not read meanwhile. Wrong passwords are counted by
/// name and address, and so are wrong operator's tokens.
final class PasswordService {
  private let hub: Hub
  private let players: PlayerDirectory
  /// The pending tasks.
  private var desk = PasswordDesk()
  /// Recent wrong passwords.
  private var tries = FailureLimiter()
  /// Samples wrong passwords for the server log.
  private var wrong = LogSampler()
  /// Operator's tokens in requests to change scores.
  private var operatorTokens: OperatorTokenGuard
  private let bounds: FailureLimiter.Bounds

  init(_ hub: Hub, _ players: PlayerDirectory) {
    (self.hub, self.players) = (hub, players)
    operatorTokens = OperatorTokenGuard(hub.limits)
    bounds = hub.limits.passwordTriesBounds
  }

  /// The number of pending and running tasks.
  var count: Int { desk.count + (desk.isBusy ? 1 : 0) }

  /// See ``Parlor/takePasswordTask()``.
  func takeTask() -> (number: Int64, task: PasswordTask)? {
    guard !desk.isBusy, desk.count > 0 else { return nil }
    let number = hub.numbers.nextTask()
    return desk.takeNext(numbered: number).map { (number, $0) }
  }

  /// A task is done.
  func finished(_ number: Int64, _ result: PasswordTask.Result) {
    guard let pending = desk.takeRunning(number) else { return }
    hub.figures.passwords.count(result)
    if result == .wrong { logWrong(pending) }
    pending.finish(result)
  }

  /// Checks or creates a password for a request of a session, which may have one such request pending. The attempt is
  /// counted; ``giveTryBack(at:from:)`` undoes that.
  func answer(
    _ question: PasswordQuestion, for session: Session,
    _ completion: @escaping (Result<CheckedPassword, WireError>) -> Void
  ) {
    do throws(WireError) {
      guard !session.pending.includesPassword else { throw Self.busy }
      if let name = question.tried { try takeTry(at: name, from: session.address) }
      let player = question.player.flatMap { players.withID($0) }
      let (task, madeUp) = try task(for: question)
      session.pending.includesPassword = true
      // At the player's last address a flood from others is not counted. Creating a password counts as much as checking
      // one.
      let misses =
        player?.address == session.address ? 0 : max(1, tries.taken(from: session.address, bounds, now: hub.now))
      let pending = PendingPassword(task: task, player: player?.name, address: session.address, misses: misses) {
        session.pending.includesPassword = false
        let answer = $0.map { CheckedPassword(result: $0, madeUp: madeUp) }
        completion(answer.map { .success($0) } ?? .failure(Self.busy))
      }
      desk.append(pending, of: player, most: hub.limits.passwordsWaiting, at: hub.now)?.finish(nil)
    } catch {
      completion(.failure(error))
    }
  }

  private func task(for question: PasswordQuestion) throws(WireError) -> (PasswordTask, madeUp: Password?) {
    var generator = HubGenerator(hub: hub)
    var kind: PasswordTask.Kind
    var madeUp: Password?
    switch question.kind {
    case .task(let asked): kind = asked
    case .makeUp:
      let password = Password.madeUp(using: &generator)
      kind = .make(try PasswordRules.bytes(ofNew: password, hub.limits))
      madeUp = password
    }
    let salt = PasswordSalt(using: &generator)
    return (PasswordTask(kind, cost: hub.limits.passwordScrypt, salt: salt), madeUp)
  }

  static let busy = WireError(
    .tooFast, "Too many passwords are being checked at the moment: try again soon", retryAfterMilliseconds: 2000)

  // MARK: - What is given

  /// The bytes of a new password.
  func chosen(_ password: Password, from session: Session) throws(WireError) -> [UInt8] {
    try requirePrivacy(of: session)
    return try PasswordRules.bytes(ofNew: password, hub.limits)
  }

  /// The bytes of a password to be checked.
  func shown(_ password: Password, from session: Session) throws(WireError) -> [UInt8] {
    try requirePrivacy(of: session)
    guard let bytes = PasswordRules.bytes(of: password) else { throw Self.wrongPassword }
    return bytes
  }

  /// Refuses passwords that others on the way could read.
  private func requirePrivacy(of session: Session) throws(WireError) {
    guard session.isExposed, !hub.configuration.allowsPlainPasswords else { return }
    throw WireError(
      .notEncrypted,
      "This connection is not encrypted, so it takes no passwords: come through a tunnel (ssh, stunnel, a VPN), or use a "
        + "token")
  }

  static let wrongPassword = WireError(
    .wrongPassword, "The name or the password is wrong; register makes an account under a name that is free")

  // MARK: - Tries

  /// Counts an attempt at a name's password. ``giveTryBack(at:from:)`` undoes it if the password is right.
  private func takeTry(at name: String, from address: String) throws(WireError) {
    guard let wait = tries.take(PlayerName.fold(name), from: address, bounds, now: hub.now) else { return }
    throw WireError(
      .tooFast, "Too many wrong passwords have been tried: try again in \((wait + 999) / 1000) s",
      retryAfterMilliseconds: wait)
  }

  func giveTryBack(at name: String, from address: String) {
    tries.giveBack(PlayerName.fold(name), from: address, bounds)
  }

  /// Logs a wrong password. An unknown name is not logged: it may be a password.
  private func logWrong(_ pending: PendingPassword) {
    guard let unlogged = wrong.count(at: hub.now) else { return }
    var fields: JSONObject = ["from": .string(pending.address)]
    if let name = pending.player { fields["name"] = .string(name) }
    if unlogged > 0 { fields["unlogged"] = .int(unlogged) }
    hub.log("wrong_password", fields)
  }

  /// Checks a possible operator's token, with the limits of passwords, and logs a wrong one.
  ///
  /// - Returns: whether it is right.
  func checkOperatorToken(from session: Session, isRight: () -> Bool) throws(WireError) -> Bool {
    switch operatorTokens.check(from: session.address, at: hub.now, isRight: isRight) {
    case .right: return true
    case .wrong(let entry):
      if let entry { hub.log(entry.event, entry.fields) }
      return false
    case .tooMany(let wait):
      throw WireError(
        .tooFast, "Too many wrong tokens have been shown: try again in \((wait + 999) / 1000) s",
        retryAfterMilliseconds: wait)
    }
  }
}

extension Parlor {
  /// The next task, and the number for its result; `nil` while one is running.
  public func takePasswordTask() -> (number: Int64, task: PasswordTask)? { parts.passwords.takeTask() }

  /// A task is done.
  public func finishedPasswordTask(_ number: Int64, _ result: PasswordTask.Result, at now: Instant) {
    advance(to: now)
    parts.passwords.finished(number, result)
  }
}

/// The core's random numbers for generic code.
struct HubGenerator: RandomNumberGenerator {
  let hub: Hub
  func next() -> UInt64 { hub.randomNumber() }
}

extension Limits {
  /// The limits on wrong passwords.
  var passwordTriesBounds: FailureLimiter.Bounds {
    FailureLimiter.Bounds(
      name: passwordTries, address: passwordTriesPerAddress, interval: Int64(passwordTrySeconds) * 1000)
  }

  /// The cost of a new verifier.
  var passwordScrypt: Scrypt {
    Scrypt(costLog2: passwordCost, parallelization: passwordMixes) ?? .recommended
  }
}
