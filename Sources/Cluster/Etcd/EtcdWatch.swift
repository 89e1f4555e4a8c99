internal import Dispatch
internal import HTTPWire
internal import WireProtocol

/// A watch of one key, on a thread and a connection of its own.
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
    DispatchQueue(label: "parlor.etcd.watch", qos: .userInitiated).async { [self] in
      do throws(EngineFailure) {
        try run()
      } catch {
        tell(.failed(error))
      }
      onEnd(self)
    }
  }

  func cancel() { interrupt.set() }

  private func tell(_ event: WatchEvent) {
    if !interrupt.isSet { onEvent(event) }
  }

  /// Opens the watch, with another token if etcd refuses the first, and reads it to its end.
  private func run() throws(EngineFailure) {
    // Tokens are asked for on a connection of their own, since that of a watch is its alone.
    let conversation = EtcdConversation(setting, interrupt: interrupt)
    let deadline = Deadline(after: setting.timeout)
    var token = try conversation.token(insteadOf: nil, deadline)
    var isFirstTry = true
    while true {
      let (fault, endpoint) = try follow(conversation, token.text, deadline)
      guard let fault else { return }
      guard isFirstTry, setting.credentials != nil, fault.asksForToken else {
        let failure = fault.failure(from: endpoint)
        if failure.reason == .unavailable { setting.members.fails(endpoint) }
        throw failure
      }
      isFirstTry = false
      token = try conversation.token(insteadOf: token, deadline)
    }
  }

  /// - Returns: why etcd has ended the watch; `nil` if that was told already.
  private func follow(
    _ conversation: EtcdConversation, _ token: String?, _ deadline: Deadline
  ) throws(EngineFailure) -> (EtcdFault?, EtcdEndpoint) {
    let connection = try conversation.connect(deadline, delivery: .pieces)
    let endpoint = connection.endpoint
    do {
      try connection.send(EtcdRequest.post("/v3/watch", request, to: endpoint, token: token), until: deadline)
      let answer = try connection.answer(until: deadline)
      guard answer.status == 200 else { return (try refusal(connection, deadline), endpoint) }
      return (try readLines(of: connection, deadline), endpoint)
    } catch let fault as EtcdConnection.Fault {
      throw conversation.fail(fault, endpoint)
    } catch {
      throw EngineFailure(
        .malformed, "the watch of etcd at \(endpoint) cannot be understood: \(error)", isSurelyNotDone: false)
    }
  }

  /// The request. In fragments, since the changes that a watch begins with would else be one message of any size.
  private var request: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("create_request")
    writer.beginObject()
    writer.field("key", Base64.text(of: key.utf8))
    writer.field("start_revision", String(revision))
    writer.field("progress_notify", true)
    writer.field("fragment", true)
    writer.endObject()
    writer.endObject()
    return writer.bytes
  }

  private func readLines(of connection: EtcdConnection, _ deadline: Deadline) throws -> EtcdFault? {
    var reader = EtcdWatchReader(from: revision)
    var isOpen = false
    var isWhole = false
    while !interrupt.isSet {
      while let line = try reader.next() {
        switch line {
        case .ended(let fault): return fault
        case .event(let event):
          tell(event)
          if case .compacted = event { return nil }
          isOpen = true
        }
      }
      guard !isWhole else {
        throw EtcdConnection.Fault.noAnswer("etcd at \(connection.endpoint) has ended the watch")
      }
      try wait(connection, isOpen: isOpen)
      if let piece = try connection.piece(until: isOpen ? Deadline(after: setting.timeout) : deadline) {
        reader.append(piece)
      } else {
        // An error that ends the stream has no end of a line behind it.
        reader.append([UInt8(ascii: "\n")])
        isWhole = true
      }
    }
    return nil
  }

  /// Waits for more, for ever; but not for a member that answers no requests any more where another one does.
  private func wait(_ connection: EtcdConnection, isOpen: Bool) throws {
    while isOpen, !connection.hears(withinMilliseconds: 250) {
      if setting.members.isReplaceable(connection.endpoint) {
        throw EtcdConnection.Fault.noAnswer("etcd at \(connection.endpoint) does not answer requests")
      }
    }
  }

  /// What an answer that is no stream says.
  private func refusal(_ connection: EtcdConnection, _ deadline: Deadline) throws -> EtcdFault {
    var body: [UInt8] = []
    while body.count < 65_536, let piece = try connection.piece(until: deadline) { body += piece }
    let document = JSONDocument()
    guard (try? document.parse(body)) != nil, let fault = EtcdFault(document.root) else {
      throw EtcdMisread("an answer that is no watch")
    }
    return fault
  }
}
