import LineServer

final class ScriptHandler: LineHandler {
  private let output: LineOutput
  private let journal: Journal
  private var others: [ConnectionID] = []

  init(_ output: LineOutput, _ journal: Journal) {
    self.output = output
    self.journal = journal
  }

  func opened(_ connection: ConnectionID, from origin: ConnectionOrigin) {
    others.append(connection)
    if case .network(let address) = origin { journal.write("open \(address)") }
  }

  func received(_ line: UnsafeRawBufferPointer, on connection: ConnectionID) {
    let words = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 2)
    let number = words.dropFirst().first.flatMap { Int($0) } ?? 0
    let text = [UInt8]((words.dropFirst().joined(separator: " ") + "\n").utf8)
    switch words.first {
    case "echo": output.send(text, to: connection)
    case "count": output.send([UInt8]("\(output.connectionCount)\n".utf8), to: connection)
    case "flood":
      let piece = [UInt8](repeating: 122, count: 1023) + [10]
      for other in others where other != connection {
        for _ in 0..<(number / 1024) { output.send(piece, to: other) }
      }
      output.send(text, to: connection)
    case "timer": output.setDeadline(monotonicNanoseconds: MonotonicClock.nanoseconds + 5_000_000)
    default: output.send([UInt8]("what?\n".utf8), to: connection)
    }
  }

  func refused(_ fault: InputFault, on connection: ConnectionID) -> Bool {
    output.send([UInt8]("refused \(fault)\n".utf8), to: connection)
    return true
  }

  func closed(_ connection: ConnectionID, because reason: CloseReason) {
    others.removeAll { $0 == connection }
    journal.write("closed \(reason)")
  }

  func deadlineReached() {
    for other in others { output.send([UInt8]("time\n".utf8), to: other) }
  }

  func stopping() {
    for other in others { output.send([UInt8]("closing\n".utf8), to: other) }
  }

  func announce(_ text: String) {
    for other in others { output.send([UInt8](text.utf8), to: other) }
  }
}

struct ScriptedServer {
  let server: LineServer
  let journal = Journal()
  private let wakers = WakerBox()

  init(_ change: (inout LineServerConfiguration) -> Void = { _ in }) throws {
    var configuration = LineServerConfiguration()
    configuration.port = 0
    configuration.maximumConnectionsPerAddress = 0
    change(&configuration)
    let (journal, wakers) = (journal, wakers)
    server = try LineServer(configuration: configuration) { output, waker in
      wakers.put(waker)
      return ScriptHandler(output, journal)
    }
    server.start()
  }

  var port: UInt16 { server.address.port }

  func onLoop(_ body: @escaping @Sendable (ScriptHandler) -> Void) {
    wakers.waker()?.run { handler in
      if let handler = handler as? ScriptHandler { body(handler) }
    }
  }
}
