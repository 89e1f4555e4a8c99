import Testing

@testable import LineServer

@Suite("Connections from a balancer begin with a PROXY header")
struct LineBalancerTests {
  /// The balancer's address is the one that ``FakeKernel`` assigns while `nextPeer` is 10.
  private func bench(_ change: (inout LineServerConfiguration) -> Void = { _ in }) -> Bench {
    let bench = Bench {
      $0.balancers = AddressRange("10.0.0.0/8").map { [$0] } ?? []
      var http = StreamListenerConfiguration()
      http.takesBalancers = true
      $0.streams = [http, StreamListenerConfiguration()]
      change(&$0)
    }
    bench.kernel.nextPeer = 10
    return bench
  }

  private static let header = "PROXY TCP4 192.0.2.7 10.0.0.1 12345 7770\r\n"

  @Test("A connection is opened when its header is complete; bytes behind the header are its first line")
  func lines() {
    let bench = bench()
    bench.connect(10)
    #expect(bench.journal == [])
    bench.receive(10, .bytes("PROXY TCP4 192.0.2.7 10.0.0.1 "), .bytes("12345 7770\r\na\nb"), .bytes("\n"))
    #expect(bench.journal == ["open 0", "line 0 a", "line 0 b"])
    #expect(bench.recorder.output.origin(of: ConnectionID(slot: 0, generation: 0)) == .network("192.0.2.7"))
  }

  @Test("Bytes behind the header are kept while the connection is paused")
  func paused() {
    let bench = bench()
    bench.recorder.onOpen = { output, id in output.pause(id, untilMonotonicNanoseconds: .max) }
    bench.connect(10)
    bench.receive(10, .bytes(Self.header + "a\nb\n"))
    #expect(bench.journal == ["open 0"])
    bench.recorder.output.resume(ConnectionID(slot: 0, generation: 0))
    bench.run()
    #expect(bench.journal == ["open 0", "line 0 a", "line 0 b"])
  }

  @Test("A stream needs a header if its listener takes balancers")
  func streams() {
    let bench = bench()
    bench.connectStreams(10)
    bench.receive(10, .bytes(Self.header + "GET /"))
    #expect(bench.journal == ["stream 0", "bytes 0 \"GET /\""])
    bench.kernel.waiting += [11]
    bench.kernel.announce(Bench.linkListener, .readable)
    bench.run()
    #expect(bench.journal.last == "link 1")
  }

  @Test("A header from any other address is a line")
  func others() {
    let bench = bench()
    bench.kernel.nextPeer = 11
    bench.connect(10)
    bench.receive(10, .bytes(Self.header))
    #expect(bench.journal == ["open 0", "line 0 PROXY TCP4 192.0.2.7 10.0.0.1 12345 7770"])
  }

  @Test("A balancer that sends no valid header in time is disconnected without an answer")
  func nonsense() {
    let bench = bench { $0.headerTimeoutMilliseconds = 5_000 }
    bench.connect(10, 11, 12)
    bench.receive(10, .bytes("hello\n"))
    bench.receive(11, .end)
    #expect(bench.kernel.closed == [10, 11])
    bench.sleep(milliseconds: 4_999)
    bench.run()
    #expect(bench.kernel.closed == [10, 11])
    bench.sleep(milliseconds: 1)
    bench.run()
    #expect(bench.kernel.closed == [10, 11, 12])
    #expect(bench.journal == [])
    #expect(bench.kernel.sent == [:])
    #expect(bench.outbox.statistics.accepted == 0)
    #expect(bench.outbox.headers.isEmpty)
  }

  @Test("A header that arrived in time counts even if the whole machine was suspended meanwhile")
  func saidInTime() {
    let bench = bench { $0.headerTimeoutMilliseconds = 5_000 }
    bench.connect(10, 11)
    bench.sleep(milliseconds: 60_000)
    bench.receive(10, .bytes(Self.header))
    #expect(bench.journal == ["open 0"])
    #expect(bench.kernel.closed == [11])
  }

  @Test("Limits count by the address in the header, not by the balancer's")
  func limits() {
    let bench = bench {
      $0.maximumConnectionsPerAddress = 2
      $0.perAddressMessage = [UInt8]("busy\n".utf8)
    }
    bench.connect(10, 11, 12, 13)
    bench.receive(10, .bytes(Self.header))
    bench.receive(11, .bytes(Self.header))
    bench.receive(12, .bytes(Self.header + "a\n"))
    bench.receive(13, .bytes("PROXY TCP4 192.0.2.8 10.0.0.1 1 2\r\n"))
    #expect(bench.journal == ["open 0", "open 1", "open 3"])
    #expect(bench.kernel.sent == [12: "busy\n"])
    #expect(bench.kernel.closed == [12])
    #expect(bench.outbox.statistics.refusedPerAddress == 1)
    #expect(bench.outbox.statistics.accepted == 3)
    // A closed connection frees its place.
    bench.receive(10, .end)
    bench.connect(14)
    bench.receive(14, .bytes(Self.header + "a\n"))
    #expect(bench.journal.suffix(2) == ["open 0", "line 0 a"])
  }

  @Test(
    "No address in a header makes a connection the console's or local, and no WebSocket becomes either",
    arguments: ["0:fffe::", "0:fffe:0:3e8::", "0:ffff:7f00:1::", "::1", "::ffff:127.0.0.1"])
  func origins(_ address: String) throws {
    let bench = bench()
    let header = "PROXY TCP6 \(address) ::1 1 2\r\n"
    let network = ConnectionOrigin.network(try #require(PeerAddress(text: address)).key.text)
    bench.connect(10)
    bench.receive(10, .bytes(header + "a\n"))
    bench.connectStreams(11)
    bench.receive(11, .bytes(header + "GET /"))
    #expect(bench.recorder.streams.areLoopback == [1: false])
    bench.recorder.output.becomeWebSocket(ConnectionID(slot: 1, generation: 0), unread: [])
    bench.run()
    #expect(bench.recorder.origins == [0: network, 1: network])
  }

  @Test("A connection over the loopback is local only if no balancer has made it")
  func loopback() {
    let bench = bench { $0.balancers += AddressRange("127.0.0.2").map { [$0] } ?? [] }
    for (descriptor, peer) in [(10, "127.0.0.1"), (11, "127.0.0.3"), (12, "::1"), (13, "192.0.2.7")] {
      bench.kernel.peer = PeerAddress(text: peer)
      bench.connectStreams(Int32(descriptor))
    }
    bench.kernel.peer = PeerAddress(text: "127.0.0.2")
    bench.connectStreams(14)
    bench.receive(14, .bytes("PROXY UNKNOWN\r\nGET /"))
    #expect(bench.recorder.streams.areLoopback == [0: true, 1: true, 2: true, 3: false, 4: false])
  }

  @Test("A balancer's own connection counts for the balancer's address")
  func itself() {
    let bench = bench()
    bench.connect(10)
    bench.receive(10, .bytes("PROXY UNKNOWN\r\nping\n"))
    #expect(bench.journal == ["open 0", "line 0 ping"])
    #expect(bench.recorder.output.origin(of: ConnectionID(slot: 0, generation: 0)) == .network("10.0.0.0"))
  }
}
