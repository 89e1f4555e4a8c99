import Dispatch
import LineServer
import Testing
import WaitingTrait

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// All tests over real sockets, serialised, since some of them count descriptors.
@Suite("A server over real sockets", .serialized, .waiting)
struct LineServerTests {
  @Test("Lines arrive whole, however they are split")
  func lines() async throws {
    let scripted = try ScriptedServer()
    let client = try #require(TestClient(port: scripted.port))
    #expect(client.ask("echo one") == "one")
    client.send("echo two\r\n\r\n\necho thr")
    #expect(client.line() == "two")
    client.send("ee\necho \u{e9}\n")
    #expect(client.line() == "three")
    #expect(client.line() == "\u{e9}")
    #expect(scripted.journal.all == ["open 127.0.0.1"])
    await scripted.server.stop()
  }

  @Test("A client that finishes sending gets all its answers, then the end")
  func halfClose() async throws {
    let scripted = try ScriptedServer()
    let client = try #require(TestClient(port: scripted.port))
    client.send("echo one\necho two")
    client.finishSending()
    #expect(client.rest() == "one\ntwo\n")
    #expect(client.failure == 0)
    #expect(scripted.journal.waits(for: "closed byPeer"))
    await scripted.server.stop()
  }

  @Test("A client that never reads is closed, without an effect on others")
  func neverReading() async throws {
    let scripted = try ScriptedServer()
    let deaf = try #require(TestClient(port: scripted.port, receiveBuffer: 4096))
    #expect(deaf.ask("echo here") == "here")
    let client = try #require(TestClient(port: scripted.port))
    for round in 0..<40 where !scripted.journal.all.contains("closed slowConsumer") {
      #expect(client.ask("flood 524288 \(round)") == "524288 \(round)")
    }
    #expect(scripted.journal.waits(for: "closed slowConsumer"))
    #expect(client.ask("count") == "1")
    await scripted.server.stop()
    #expect(await scripted.server.statistics.closedSlow == 1)
  }

  @Test(
    "A client that does not read its answers is limited to the soft limit, and loses nothing when it reads")
  func stalledRequests() async throws {
    let scripted = try ScriptedServer { $0.softOutputBytes = 4096 }
    let client = try #require(TestClient(port: scripted.port, receiveBuffer: 4096))
    let text = String(repeating: "t", count: 1000)
    let requests = (0..<20_000).map { "echo \(text) \($0)\n" }.joined()
    // On its own thread: other tests block the threads of tasks.
    DispatchQueue.global().async { [client = Unchecked(client)] in client.value.send(requests) }
    var answers = 0
    while answers < 20_000, client.line() == "\(text) \(answers)" { answers += 1 }
    #expect(answers == 20_000)
    await scripted.server.stop()
  }

  @Test("Clients over the limits get a message and are closed")
  func limits() async throws {
    let scripted = try ScriptedServer {
      $0.maximumConnections = 3
      $0.maximumConnectionsPerAddress = 2
      $0.fullMessage = [UInt8]("full\n".utf8)
      $0.perAddressMessage = [UInt8]("too many\n".utf8)
    }
    var first = TestClient(port: scripted.port)
    let second = try #require(TestClient(port: scripted.port))
    #expect(first?.ask("echo a") == "a")
    #expect(second.ask("count") == "2")
    let third = try #require(TestClient(port: scripted.port))
    third.send("hello\n")
    #expect(third.rest() == "too many\n")
    first = nil
    #expect(scripted.journal.waits(for: "closed byPeer"))
    let fourth = try #require(TestClient(port: scripted.port))
    #expect(fourth.ask("count") == "2")
    await scripted.server.stop()

    let full = try ScriptedServer {
      $0.maximumConnections = 0; $0.fullMessage = [UInt8]("full\n".utf8)
    }
    #expect(TestClient(port: full.port)?.rest() == "full\n")
    await full.server.stop()
    #expect(await full.server.statistics.refusedFull == 1)
  }

  @Test("Work from another thread runs on the loop, and its output is sent", arguments: [0, 1000])
  func waker(linger: Int) async throws {
    let scripted = try ScriptedServer { $0.lingerMicroseconds = linger }
    let client = try #require(TestClient(port: scripted.port))
    #expect(client.ask("echo a") == "a")
    for round in 0..<100 {
      scripted.onLoop { $0.announce("round \(round)\n") }
      #expect(client.line() == "round \(round)")
    }
    client.send("timer\n")
    #expect(client.line() == "time")
    await scripted.server.stop()
    scripted.onLoop { _ in Issue.record("the loop has ended") }
  }

  @Test("Stopping sends the last output, closes all connections and frees the port")
  func stop() async throws {
    let scripted = try ScriptedServer()
    let port = scripted.port
    let client = try #require(TestClient(port: port))
    #expect(client.ask("echo a") == "a")
    async let first: Void = scripted.server.stop()
    async let second: Void = scripted.server.stop()
    _ = await (first, second)
    #expect(client.rest() == "closing\n")
    #expect(scripted.journal.all.last == "closed shuttingDown")
    #expect(TestClient(port: port) == nil)
    let again = try ScriptedServer { $0.port = port }
    #expect(again.port == port)
    await again.server.stop()
  }

  @Test("A stop descriptor that is readable before the start stops the server after the start")
  func stopDescriptor() async throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    #expect(write(ends[1], "x", 1) == 1)
    let scripted = try ScriptedServer { [ends] in $0.stopDescriptor = ends[0] }
    await scripted.server.stopped()
    #expect(TestClient(port: scripted.port) == nil)
    await scripted.server.stopped()
  }

  @Test("An address that cannot be listened on gives an error sentence")
  func listenErrors() async throws {
    let scripted = try ScriptedServer()
    let error = #expect(throws: ListenError.self) { _ = try ScriptedServer { $0.port = scripted.port } }
    let text = "127.0.0.1:\(scripted.port) is already in use"
    #expect(error?.description.hasPrefix(text) == true)
    #expect(throws: ListenError.self) { _ = try ScriptedServer { $0.host = "no.such.host.invalid" } }
    #expect(throws: ListenError.self) { _ = try ScriptedServer { $0.host = "192.0.2.1" } }
    await scripted.server.stop()
  }

  @Test("A server that was never started frees its port")
  func neverStarted() async throws {
    var configuration = LineServerConfiguration()
    configuration.port = 0
    var server: LineServer? = try LineServer(configuration: configuration) { output, _ in
      ScriptHandler(output, Journal())
    }
    configuration.port = try #require(server?.address.port)
    server = nil
    let next = try LineServer(configuration: configuration) { output, _ in ScriptHandler(output, Journal()) }
    await next.stop()
  }
}

/// Asserts that the test uses the value from one thread at a time, or only safely.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
