/// The state shared by all connections of a client.
struct EtcdSetting: Sendable {
  let members: EtcdMembers
  let login: EtcdLogin
  let tokens: EtcdTokens
  let timeout: Duration
}

/// Sends one request after the other over a kept connection. For one thread.
final class EtcdConversation {
  private let setting: EtcdSetting
  private let interrupt: EtcdInterrupt
  private var connection: EtcdConnection?

  init(_ setting: EtcdSetting, interrupt: EtcdInterrupt) {
    self.setting = setting
    self.interrupt = interrupt
  }

  /// Sends a request once.
  ///
  /// It is repeated only if etcd has rejected its token, which etcd checks first.
  func ask<Answer>(_ call: EtcdCall<Answer>) throws(EngineFailure) -> Answer {
    let deadline = Deadline(after: setting.timeout)
    let token = try self.token(insteadOf: nil, deadline)
    switch try exchange(call, token: token.text, deadline) {
    case .answered(let answer): return answer
    case .refused(let fault, let endpoint):
      guard fault.needsToken, setting.login.credentials != nil else { throw fault.failure(from: endpoint) }
      return try exchange(call, token: try self.token(insteadOf: token, deadline).text, deadline).get()
    }
  }

  /// The user's token, requested if there is none or this one was rejected.
  func token(insteadOf refused: EtcdToken?, _ deadline: Deadline) throws(EngineFailure) -> EtcdToken {
    guard let credentials = setting.login.credentials else { return .notRequired }
    if let known = setting.tokens.current, known != refused { return known }
    let token = try logIn(credentials, isLast: false, deadline)
    setting.tokens.current = token
    return token
  }

  /// Requests a token; retries once if etcd rejects the credentials and newer ones are available.
  private func logIn(
    _ credentials: EtcdCredentials, isLast: Bool, _ deadline: Deadline
  ) throws(EngineFailure) -> EtcdToken {
    switch try exchange(.authenticate(credentials), token: nil, deadline) {
    case .answered(let text): return .text(text)
    case .refused(let fault, _) where fault.isAuthenticationDisabled: return .notRequired
    case .refused(let fault, let endpoint):
      let failure = fault.failure(from: endpoint)
      guard failure.reason == .denied, !isLast, let other = setting.login.other(than: credentials) else {
        throw failure
      }
      return try logIn(other, isLast: true, deadline)
    }
  }

  /// Connects to the first reachable member.
  func connect(_ deadline: Deadline) throws(EngineFailure) -> EtcdConnection {
    var first: EngineFailure?
    let endpoints = setting.members.inOrder()
    for endpoint in endpoints {
      guard !interrupt.isSet else { throw .closedClient }
      // An unresponsive member leaves time for another one.
      let attempt = endpoints.count > 1 ? deadline.earlier(of: Deadline(after: setting.timeout / 2)) : deadline
      do {
        return try EtcdConnection(to: endpoint, until: attempt, interrupt: interrupt)
      } catch {
        let failure = failure(error, endpoint)
        first = first ?? failure
      }
    }
    throw first ?? EngineFailure(.unreachable, "no etcd is configured", isDefinitelyNotApplied: true)
  }

  private func exchange<Answer>(
    _ call: EtcdCall<Answer>, token: String?, _ deadline: Deadline
  ) throws(EngineFailure) -> EtcdExchange<Answer> {
    let connection = try self.usableConnection(deadline)
    let endpoint = connection.endpoint
    let answer: EtcdConnection.Answer
    do {
      try connection.send(call.request, token: token, until: deadline)
      answer = try connection.answer(until: deadline)
    } catch {
      self.connection = nil
      throw failure(error, endpoint)
    }
    do {
      return try read(answer, call, from: endpoint)
    } catch {
      if error.reason == .unavailable { setting.members.markFailed(endpoint) }
      throw error
    }
  }

  private func usableConnection(_ deadline: Deadline) throws(EngineFailure) -> EtcdConnection {
    guard !interrupt.isSet else { throw .closedClient }
    if let connection, connection.isUsable(), !setting.members.isSuperseded(connection.endpoint) { return connection }
    connection = nil
    let new = try connect(deadline)
    connection = new
    return new
  }

  private func read<Answer>(
    _ answer: EtcdConnection.Answer, _ call: EtcdCall<Answer>, from endpoint: EtcdEndpoint
  ) throws(EngineFailure) -> EtcdExchange<Answer> {
    switch answer {
    case .message(let message):
      do {
        let value = try call.read(try ProtobufMessage(message), endpoint)
        setting.members.markWorking(endpoint)
        return .answered(value)
      } catch {
        throw EngineFailure(
          .malformed, "etcd at \(endpoint) sent an invalid answer: \(error.phrase)", isDefinitelyNotApplied: false)
      }
    case .fault(let fault):
      let failure = fault.failure(from: endpoint)
      if failure.reason == .unavailable { throw failure }
      setting.members.markWorking(endpoint)
      return .refused(fault, endpoint)
    case .foreign(let status): throw EtcdConnection.foreign(status, endpoint, call.request)
    }
  }

  func failure(_ fault: EtcdConnection.Fault, _ endpoint: EtcdEndpoint) -> EngineFailure {
    guard !interrupt.isSet else {
      if case .notSent = fault { return .closedClient }
      return EngineFailure(.closed, "the client of etcd was closed before the answer", isDefinitelyNotApplied: false)
    }
    setting.members.markFailed(endpoint)
    switch fault {
    case .notSent(let reason, let sentence): return EngineFailure(reason, sentence, isDefinitelyNotApplied: true)
    case .noAnswer(let sentence): return EngineFailure(.noAnswer, sentence, isDefinitelyNotApplied: false)
    case .malformed(let sentence): return EngineFailure(.malformed, sentence, isDefinitelyNotApplied: false)
    }
  }
}

/// The answer to a request, or a rejection that the caller may handle.
private enum EtcdExchange<Answer> {
  case answered(Answer)
  case refused(EtcdFault, EtcdEndpoint)

  func get() throws(EngineFailure) -> Answer {
    switch self {
    case .answered(let answer): return answer
    case .refused(let fault, let endpoint): throw fault.failure(from: endpoint)
    }
  }
}

extension EngineFailure {
  static let closedClient = EngineFailure(.closed, "the client of etcd is closed", isDefinitelyNotApplied: true)
}
