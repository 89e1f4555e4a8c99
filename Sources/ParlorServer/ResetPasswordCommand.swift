import Dispatch
import GameKit
import Kernel
import ParlorCore
import Storage
import Synchronization
import WireProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `parlor-server reset-password NAME`: sets a new password for a player who has forgotten theirs, in the data of a
/// stopped server.
enum ResetPasswordCommand {
  /// Sets the password and prints it.
  ///
  /// - Parameter isGiven: whether the password is read from standard input; otherwise one is generated. It is never an
  ///   argument, which other users of the machine could read.
  static func run(_ name: String, isGiven: Bool, _ options: ServerOptions) -> OfflineChecks.Report {
    var generator = SystemRandomNumberGenerator()
    let made = isGiven ? nil : Password.madeUp(using: &generator)
    do {
      let password = try made ?? Password(givenLine())
      let player = try set(password, of: name, options, using: &generator)
      let what = made.map { "The new password of \(player): \($0.text)" } ?? "\(player) has the given password."
      return OfflineChecks.Report(
        lines: [what, "Earlier tokens are invalid now. /password changes the password."], status: 0)
    } catch let failure as StorageFailure {
      return OfflineChecks.Report(lines: [failure.message], status: 74)
    } catch let mistake as ServerOptions.UsageError {
      return OfflineChecks.Report(lines: [mistake.message], status: 64)
    } catch let refusal as WireError {
      return OfflineChecks.Report(lines: [refusal.message], status: 65)
    } catch {
      return OfflineChecks.Report(lines: ["\(error)"], status: 70)
    }
  }

  /// The first line of standard input.
  private static func givenLine() throws -> String {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while readBytes(&byte) == 1, byte != UInt8(ascii: "\n") {
      line.append(byte)
      // The password is already too long.
      if line.count > Password.mostBytes + 1 { break }
    }
    guard !line.isEmpty else { throw ServerOptions.UsageError(message: "there is no password on standard input") }
    // `readLine` would replace invalid bytes, and set a password that nobody can type.
    guard let text = String(validating: line, as: UTF8.self) else {
      throw WireError(.badText, "Standard input is not valid UTF-8: the password was not changed")
    }
    return text
  }

  /// - Returns: the number of bytes read: one or none.
  private static func readBytes(_ byte: inout UInt8) -> Int {
    while true {
      let count = read(0, &byte, 1)
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// - Returns: the name as its owner writes it.
  private static func set(
    _ password: Password, of name: String, _ options: ServerOptions, using generator: inout SystemRandomNumberGenerator
  ) throws -> String {
    // Ensures that no folder is created.
    try SQLiteStorage.readLog(in: options.data) { _ in }
    let now = ServerClock(startingAt: options.clock).now
    let calendar = ZoneCalendar(zone: options.zone)
    let today = calendar?.day(at: now) ?? UTCCalendar().day(at: now)
    var storageOptions = StorageOptions(
      documents: ParlorServer.documents(options.limits), now: now, today: today.number)
    storageOptions.durability = .power
    let storage = try SQLiteStorage(folder: options.data, options: storageOptions)
    defer { storage.close() }
    guard let player = try storage.load().player(named: name) else {
      throw WireError(.notFound, .player, "there is no player named \(name)")
    }
    guard !player.isDamaged else {
      throw WireError(.dataDamaged, "the stored data of \(player.name) is damaged: it was not changed")
    }
    try commit(try player.resetting(password, options.limits, using: &generator), to: storage, at: now)
    ServerLog(format: .text).write(LogEntry("password_reset", ["name": .string(player.name)]), at: now, to: 2)
    return player.name
  }

  private static func commit(_ lines: [DocumentLine], to storage: SQLiteStorage, at now: Instant) throws {
    let outcome = Mutex<Result<[RefusedLine], StorageFailure>?>(nil)
    let done = DispatchSemaphore(value: 0)
    storage.commit(Batch(ticket: 1, lines: lines, at: now)) { result in
      outcome.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    if let refused = try outcome.withLock({ $0 })?.get().first { throw StorageFailure(message: refused.message) }
  }
}
