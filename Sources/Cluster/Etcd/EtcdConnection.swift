internal import HTTP2Wire

/// A connection to one member: one request and its answer at a time. For one thread.
final class EtcdConnection {
  /// Why an exchange failed.
  enum Fault: Error, Hashable {
    /// There was no connection, or the request was not sent completely: the member cannot have executed it.
    case notSent(EngineFailure.Reason, String)
    /// The request was sent, but no answer arrived.
    case noAnswer(String)
    /// The answer is malformed.
    case malformed(String)
  }

  /// The answer to a request that expects one message.
  enum Answer: Hashable {
    case message(ArraySlice<UInt8>)
    case fault(EtcdFault)
    /// The server speaks HTTP but not gRPC.
    case foreign(status: Int)
  }

  let endpoint: EtcdEndpoint
  private let socket: WaitingSocket
  private let interrupt: EtcdInterrupt
  private var http = HTTP2Client()
  private var answer = GRPCAnswer()
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

  init(to endpoint: EtcdEndpoint, until deadline: Deadline, interrupt: EtcdInterrupt) throws(Fault) {
    do {
      socket = try WaitingSocket(
        toHost: endpoint.host, port: endpoint.port, milliseconds: deadline.millisecondsLeft)
    } catch {
      throw .notSent(.unreachable, "etcd at \(endpoint) cannot be reached: \(error.phrase)")
    }
    self.endpoint = endpoint
    self.interrupt = interrupt
    interrupt.watch(socket)
  }

  deinit {
    interrupt.watch(nil)
    buffer.deallocate()
  }

  /// Whether the next request can be sent here: a restarted member has closed the connection. Frames between two
  /// requests concern only the connection; answers to them are sent with the next request.
  func isUsable() -> Bool {
    while http.canOpen, !socket.isQuiet {
      guard (try? receive(until: Deadline(after: .zero))) != nil, case .needsMore = http.next() else { return false }
    }
    return http.canOpen
  }

  /// Sends a request, or as much of it as flow control allows; the rest is sent while waiting for the answer.
  func send(_ request: GRPCRequest, token: String?, until deadline: Deadline) throws(Fault) {
    answer = GRPCAnswer()
    http.open(request.fields(to: endpoint, token: token), body: request.body, ends: request.isWhole)
    try flush(until: deadline)
  }

  /// The answer to the last request, if it expects one message.
  func answer(until deadline: Deadline) throws(Fault) -> Answer {
    var found: ArraySlice<UInt8>?
    while true {
      switch try next(until: deadline) {
      case .message(let message):
        guard found == nil else { throw malformed(EtcdDecodingError("two answers")) }
        found = message
      case .end:
        guard let found else { throw malformed(EtcdDecodingError("an answer without a message")) }
        return .message(found)
      case .fault(let fault): return .fault(fault)
      case .foreign(let status): return .foreign(status: status)
      }
    }
  }

  /// The next part of the answer.
  func next(until deadline: Deadline) throws(Fault) -> GRPCAnswer.Step {
    while true {
      if let step = try parsed(until: deadline) { return step }
      try receive(until: deadline)
    }
  }

  /// The next part of the answer, if it arrives in time.
  func next(withinMilliseconds milliseconds: Int32) throws(Fault) -> GRPCAnswer.Step? {
    let deadline = Deadline(after: .milliseconds(milliseconds))
    while true {
      if let step = try parsed(until: deadline) { return step }
      guard socket.isReadable(withinMilliseconds: deadline.millisecondsLeft) else { return nil }
      try receive(until: deadline)
    }
  }

  /// The failure for an answer from a proxy, or from another service than etcd.
  static func foreign(_ status: Int, _ endpoint: EtcdEndpoint, _ request: GRPCRequest) -> EngineFailure {
    EngineFailure(
      (500...599).contains(status) ? .unavailable : .malformed,
      "\(endpoint) answers \(request.path) with status \(status) and no answer of etcd",
      isDefinitelyNotApplied: (400...499).contains(status))
  }

  /// Parses the bytes received so far.
  private func parsed(until deadline: Deadline) throws(Fault) -> GRPCAnswer.Step? {
    while true {
      do {
        if let step = try answer.next() { return step }
        switch http.next() {
        case .needsMore:
          try flush(until: deadline)
          return nil
        case .fields(let fields, let isEnd): try answer.take(fields, isEnd: isEnd)
        case .data(let data, let isEnd): try answer.take(data, isEnd: isEnd)
        case .reset(.refusedStream):
          throw Fault.notSent(.unavailable, "etcd at \(endpoint) accepts no requests on this connection")
        case .reset(let code):
          throw Fault.noAnswer("etcd at \(endpoint) reset its answer with code \(code.rawValue)")
        case .broken(let fault): throw EtcdDecodingError(fault.reason)
        }
      } catch let misread as EtcdDecodingError {
        throw malformed(misread)
      } catch let fault as Fault {
        throw fault
      } catch {
        throw .malformed("\(error)")
      }
    }
  }

  private func malformed(_ misread: EtcdDecodingError) -> Fault {
    .malformed("etcd at \(endpoint) sent an invalid answer: \(misread.phrase)")
  }

  private func flush(until deadline: Deadline) throws(Fault) {
    let wasSent = http.isRequestSent
    let output = http.takeOutput()
    guard !output.isEmpty else { return }
    do {
      try socket.send(output, until: deadline)
    } catch {
      throw lost(error, isRequestSent: wasSent)
    }
  }

  private func receive(until deadline: Deadline) throws(Fault) {
    do {
      let count = try socket.receive(into: buffer, until: deadline)
      http.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    } catch {
      throw lost(error, isRequestSent: http.isRequestSent)
    }
  }

  /// A request without its last byte is incomplete: no member executes it.
  private func lost(_ fault: WaitingSocket.Fault, isRequestSent: Bool) -> Fault {
    isRequestSent
      ? .noAnswer("etcd at \(endpoint) has not answered: \(fault.phrase)")
      : .notSent(.noAnswer, "etcd at \(endpoint) did not accept the request: \(fault.phrase)")
  }
}
