internal import HTTP2Wire

/// A connection to one member: requests go out and answers come in, one after the other. For one thread.
final class EtcdConnection {
  /// Why an exchange broke off.
  enum Fault: Error, Hashable {
    /// There was no connection, or not all of the request could be sent: the member cannot have read it.
    case notSent(EngineFailure.Reason, String)
    /// The request was sent, and there is no answer to it.
    case noAnswer(String)
    /// What came is no answer.
    case malformed(String)
  }

  /// What a question that wants one message gets.
  enum Answer: Hashable {
    case message(ArraySlice<UInt8>)
    case fault(EtcdFault)
    /// Of something that speaks HTTP but not gRPC.
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

  /// Whether the next request may go out here: a member that was restarted has closed the connection meanwhile. What
  /// comes between two requests is about the connection alone, and is answered with the next one.
  func isUsable() -> Bool {
    while http.canOpen, !socket.isQuiet {
      guard (try? receive(until: Deadline(after: .zero))) != nil, case .needsMore = http.next() else { return false }
    }
    return http.canOpen
  }

  /// Sends a request, or as much of it as the member takes before it has answered; the rest goes while the answer is
  /// waited for.
  func send(_ request: GRPCRequest, token: String?, until deadline: Deadline) throws(Fault) {
    answer = GRPCAnswer()
    http.open(request.fields(to: endpoint, token: token), body: request.body, ends: request.isWhole)
    try flush(until: deadline)
  }

  /// The answer to what was sent last, where that wants one message.
  func answer(until deadline: Deadline) throws(Fault) -> Answer {
    var found: ArraySlice<UInt8>?
    while true {
      switch try next(until: deadline) {
      case .message(let message):
        guard found == nil else { throw malformed(EtcdMisread("two answers")) }
        found = message
      case .end:
        guard let found else { throw malformed(EtcdMisread("an answer without a message")) }
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

  /// The next part of the answer, if it comes in time.
  func next(withinMilliseconds milliseconds: Int32) throws(Fault) -> GRPCAnswer.Step? {
    let deadline = Deadline(after: .milliseconds(milliseconds))
    while true {
      if let step = try parsed(until: deadline) { return step }
      guard socket.isReadable(withinMilliseconds: deadline.millisecondsLeft) else { return nil }
      try receive(until: deadline)
    }
  }

  /// What something says that is before etcd, or something else than etcd.
  static func foreign(_ status: Int, _ endpoint: EtcdEndpoint, _ request: GRPCRequest) -> EngineFailure {
    EngineFailure(
      (500...599).contains(status) ? .unavailable : .malformed,
      "\(endpoint) answers \(request.path) with status \(status) and nothing that etcd says",
      isSurelyNotDone: (400...499).contains(status))
  }

  /// What the bytes so far amount to.
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
          throw Fault.notSent(.unavailable, "etcd at \(endpoint) takes no requests on this connection")
        case .reset(let code):
          throw Fault.noAnswer("etcd at \(endpoint) has broken off its answer with code \(code.rawValue)")
        case .broken(let fault): throw EtcdMisread(fault.reason)
        }
      } catch let misread as EtcdMisread {
        throw malformed(misread)
      } catch let fault as Fault {
        throw fault
      } catch {
        throw .malformed("\(error)")
      }
    }
  }

  private func malformed(_ misread: EtcdMisread) -> Fault {
    .malformed("etcd at \(endpoint) answers what cannot be understood: \(misread.phrase)")
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

  /// What lacks its last byte is no request: no member carries it out.
  private func lost(_ fault: WaitingSocket.Fault, isRequestSent: Bool) -> Fault {
    isRequestSent
      ? .noAnswer("etcd at \(endpoint) has not answered: \(fault.phrase)")
      : .notSent(.noAnswer, "etcd at \(endpoint) does not take the request: \(fault.phrase)")
  }
}
