internal import HTTPWire

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

  /// Bounds for what a member sends: 8 MiB for an answer, or for a piece of a watch's.
  static let limits = {
    var limits = HTTPLimits()
    limits.bodyBytes = 8 << 20
    return limits
  }()

  let endpoint: EtcdEndpoint
  private let socket: WaitingSocket
  private let interrupt: EtcdInterrupt
  private var parser: HTTPAnswerParser
  /// What was found while it was only looked whether there is something.
  private var held: HTTPAnswerParser.Step?
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

  init(
    to endpoint: EtcdEndpoint, until deadline: Deadline, interrupt: EtcdInterrupt,
    delivery: HTTPAnswerParser.Delivery = .whole
  ) throws(Fault) {
    do {
      socket = try WaitingSocket(
        toHost: endpoint.host, port: endpoint.port, milliseconds: deadline.millisecondsLeft)
    } catch {
      throw .notSent(.unreachable, "etcd at \(endpoint) cannot be reached: \(error.phrase)")
    }
    self.endpoint = endpoint
    self.interrupt = interrupt
    parser = HTTPAnswerParser(limits: Self.limits, delivery: delivery)
    interrupt.watch(socket)
  }

  deinit {
    interrupt.watch(nil)
    buffer.deallocate()
  }

  /// Whether the next request may go out here: a member that was restarted has closed the connection meanwhile.
  var isUsable: Bool { socket.isQuiet }

  func send(_ request: [UInt8], until deadline: Deadline) throws(Fault) {
    do {
      try socket.send(request, until: deadline)
    } catch {
      // The last byte ends the JSON, so that what lacks it is no request.
      throw .notSent(.noAnswer, "etcd at \(endpoint) does not take the request: \(error.phrase)")
    }
  }

  /// The answer to what was sent last.
  func answer(until deadline: Deadline) throws(Fault) -> HTTPAnswer {
    while true {
      switch try step(until: deadline) {
      case .answer(let answer): return answer
      case .refused(let reason): throw malformed(reason)
      case .piece, .end, .needsMore: throw malformed("not an answer")
      }
    }
  }

  /// The next piece of an answer whose head was read; `nil` at its end.
  func piece(until deadline: Deadline) throws(Fault) -> [UInt8]? {
    switch try step(until: deadline) {
    case .piece(let bytes): return bytes
    case .end: return nil
    case .refused(let reason): throw malformed(reason)
    case .answer, .needsMore: throw malformed("not a piece of an answer")
    }
  }

  /// Whether something has come or comes within so many milliseconds.
  func hears(withinMilliseconds milliseconds: Int32) -> Bool {
    if held == nil {
      let step = parser.next()
      if step != .needsMore { held = step }
    }
    return held != nil || socket.isReadable(withinMilliseconds: milliseconds)
  }

  private func malformed(_ reason: String) -> Fault {
    .malformed("etcd at \(endpoint) answers what cannot be understood: \(reason)")
  }

  private func step(until deadline: Deadline) throws(Fault) -> HTTPAnswerParser.Step {
    if let held {
      self.held = nil
      return held
    }
    while true {
      let step = parser.next()
      if step != .needsMore { return step }
      do {
        let count = try socket.receive(into: buffer, until: deadline)
        parser.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      } catch {
        throw .noAnswer("etcd at \(endpoint) has not answered: \(error.phrase)")
      }
    }
  }
}
