internal import Dispatch

/// A watch of one key, on its own thread and connection.
final class EtcdWatch: Sendable {
  private let setting: EtcdSetting
  private let key: String
  private let revision: Revision
  private let onEvent: @Sendable (WatchEvent) -> Void
  private let interrupt = EtcdInterrupt()

  init(_ setting: EtcdSetting, key: String, from revision: Revision, onEvent: @escaping @Sendable (WatchEvent) -> Void)
  {
    self.setting = setting
    self.key = key
    self.revision = revision
    self.onEvent = onEvent
  }

  /// - Parameter onEnd: called after the last event.
  func start(onEnd: @escaping @Sendable (EtcdWatch) -> Void) {
    DispatchQueue(label: "parlor.etcd.watch").async { [self] in
      do throws(EngineFailure) {
        try run()
      } catch {
        emit(.failed(error))
      }
      onEnd(self)
    }
  }

  func cancel() { interrupt.set() }

  private func emit(_ event: WatchEvent) {
    if !interrupt.isSet { onEvent(event) }
  }

  /// Opens the watch, with a new token if etcd rejects the first, and reads it to its end.
  private func run() throws(EngineFailure) {
    // Tokens are requested on another connection, since the watch's is used by it alone.
    let conversation = EtcdConversation(setting, interrupt: interrupt)
    let deadline = Deadline(after: setting.timeout)
    var token = try conversation.token(insteadOf: nil, deadline)
    var isFirstTry = true
    while true {
      let (fault, endpoint) = try follow(conversation, token.text, deadline)
      guard let fault else { return }
      guard isFirstTry, setting.login.credentials != nil, fault.needsToken else {
        let failure = fault.failure(from: endpoint)
        if failure.reason == .unavailable { setting.members.markFailed(endpoint) }
        throw failure
      }
      isFirstTry = false
      token = try conversation.token(insteadOf: token, deadline)
    }
  }

  /// - Returns: why etcd has ended the watch; `nil` if an event reported that already.
  private func follow(
    _ conversation: EtcdConversation, _ token: String?, _ deadline: Deadline
  ) throws(EngineFailure) -> (EtcdFault?, EtcdEndpoint) {
    let connection = try conversation.connect(deadline)
    let endpoint = connection.endpoint
    do {
      try connection.send(request, token: token, until: deadline)
      return (try readEvents(of: connection, deadline), endpoint)
    } catch let fault as EtcdConnection.Fault {
      throw conversation.failure(fault, endpoint)
    } catch let failure as EngineFailure {
      throw failure
    } catch {
      let phrase = (error as? EtcdDecodingError)?.phrase ?? "\(error)"
      throw EngineFailure(
        .malformed, "the watch of etcd at \(endpoint) sent an invalid answer: \(phrase)", isDefinitelyNotApplied: false)
    }
  }

  /// The request. It asks for fragments, since otherwise the first changes would be one message of any size.
  private var request: GRPCRequest {
    GRPCRequest("/etcdserverpb.Watch/Watch", isWhole: false) { writer in
      writer.field(1) { create in
        create.field(1, key.utf8)
        create.field(3, revision)
        create.field(4, true)
        create.field(8, true)
      }
    }
  }

  private func readEvents(of connection: EtcdConnection, _ deadline: Deadline) throws -> EtcdFault? {
    var reader = EtcdWatchReader(from: revision)
    var isOpen = false
    while !interrupt.isSet {
      guard let step = try isOpen ? nextWithoutLimit(connection) : connection.next(until: deadline) else { continue }
      switch step {
      case .message(let message):
        switch try reader.read(message) {
        case .ended(let fault): return fault
        case .event(let event):
          emit(event)
          if case .compacted = event { return nil }
          isOpen = true
        }
      case .end: throw EtcdConnection.Fault.noAnswer("etcd at \(connection.endpoint) has ended the watch")
      case .fault(let fault): return fault
      case .foreign(let status): throw EtcdConnection.foreign(status, connection.endpoint, request)
      }
    }
    return nil
  }

  /// Waits for more without a limit, unless the member stops answering requests while another one works.
  private func nextWithoutLimit(_ connection: EtcdConnection) throws -> GRPCAnswer.Step? {
    if let step = try connection.next(withinMilliseconds: 250) { return step }
    if setting.members.isReplaceable(connection.endpoint) {
      throw EtcdConnection.Fault.noAnswer("etcd at \(connection.endpoint) does not answer requests")
    }
    return nil
  }
}
