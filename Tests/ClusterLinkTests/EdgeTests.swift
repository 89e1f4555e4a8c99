import ParlorCore
import Testing

@testable import ClusterLink
@testable import LineServer

@Suite("Clients of an edge with the core of another node")
struct EdgeTests {
  @Test("Clients of both nodes are sessions of the one core, with dense slots, and get their output")
  func echo() throws {
    let (cluster, owner, edge) = FakeCluster.pair()
    let (here, there) = (cluster.client(of: owner), cluster.client(of: edge, address: 7))
    here.send("a\n")
    there.send("b\nc\n")
    cluster.run()
    #expect(here.told == ["\"hello\"", "\"a\""])
    #expect(there.told == ["\"hello\"", "\"b\"", "\"c\""])
    #expect(
      try #require(owner.host).journal == ["open 0 10.0.0.1", "open 1 10.0.0.7", "line 0 a", "line 1 b", "line 1 c"])
    there.send("bye\n")
    cluster.run()
    #expect(there.told == ["\"bye\""])
    #expect(there.isClosed)
    #expect(owner.host?.journal.last == "closed 1")
    _ = cluster.client(of: edge)
    #expect(owner.host?.journal.last == "open 1 10.0.0.1")
    #expect(owner.node.sessions?.sessionCount == 2)
  }

  @Test("Output that waits for a ticket waits at the edge, and later output waits behind it")
  func tickets() {
    let (cluster, _, edge) = FakeCluster.pair()
    let (one, two) = (cluster.client(of: edge), cluster.client(of: edge))
    _ = (one.told, two.told)
    one.send("after 5 five\nfree\n")
    two.send("x\n")
    cluster.run()
    #expect(one.told == [])
    #expect(two.told == ["\"x\""])
    two.send("release 4\n")
    cluster.run()
    #expect(one.told == [])
    two.send("release 5\nafter 6 six\ndrop\n")
    cluster.run()
    #expect(one.told == ["\"five\"", "\"free\""])
    #expect(two.told == [])
    two.send("still there\n")
    cluster.run()
    #expect(two.told == ["\"still there\""])
  }

  @Test("Tickets that were durable before a link existed are not waited for")
  func oldTickets() {
    let cluster = FakeCluster()
    let (owner, edge) = (cluster.add("owner"), cluster.add("edge"))
    owner.own()
    let here = cluster.client(of: owner)
    here.send("release 9\n")
    cluster.run()
    edge.connect(to: owner)
    let there = cluster.client(of: edge)
    there.send("after 8 eight\n")
    cluster.run()
    #expect(there.told == ["\"hello\"", "\"eight\""])
  }

  @Test("A broadcast crosses a link once")
  func broadcast() {
    let (cluster, owner, edge) = FakeCluster.pair()
    let clients = (0..<100).map { _ in cluster.client(of: edge) } + [cluster.client(of: owner)]
    for client in clients { _ = client.told }
    let before = owner.outbox.statistics.bytesOut
    let text = String(repeating: "y", count: 5_000)
    clients[0].send("all \(text)\n")
    cluster.run()
    for client in clients { #expect(client.told == ["\"\(text)\""]) }
    // Twice, since a client of the owner's node gets it too; and eight bytes for each recipient.
    #expect(owner.outbox.statistics.bytesOut - before < 12_000)
  }

  @Test("When the core pauses a session, its lines wait in order, and no other session's do")
  func pauses() throws {
    let (cluster, owner, edge) = FakeCluster.pair()
    let (one, two) = (cluster.client(of: edge), cluster.client(of: edge))
    one.send("pause 50\na\nb\n")
    cluster.run()
    one.send("c\n")
    two.send("d\n")
    cluster.run()
    let host = try #require(owner.host)
    #expect(host.journal.suffix(2) == ["line 0 pause 50", "line 1 d"])
    cluster.sleep(milliseconds: 49)
    #expect(host.journal.last == "line 1 d")
    cluster.sleep(milliseconds: 1)
    #expect(host.journal.suffix(3) == ["line 0 a", "line 0 b", "line 0 c"])
  }

  @Test("The core can end a pause early")
  func resumes() throws {
    let (cluster, owner, edge) = FakeCluster.pair()
    let client = cluster.client(of: edge)
    client.send("pause 10000\na\npause 10000\nb\n")
    client.finish()
    cluster.run()
    let host = try #require(owner.host)
    host.resume(host.all[0])
    owner.outbox.handlerDeadline = 0
    cluster.sleep(milliseconds: 1)
    #expect(host.journal.suffix(3) == ["line 0 pause 10000", "line 0 a", "line 0 pause 10000"])
    host.resume(host.all[0])
    owner.outbox.handlerDeadline = 0
    cluster.sleep(milliseconds: 1)
    #expect(host.journal.suffix(3) == ["line 0 b", "end 0", "closed 0"])
    #expect(client.told == ["\"hello\"", "\"a\"", "\"b\""])
    #expect(client.isClosed)
  }

  @Test("A client that sends more than the core accepts is not read further, and all its input is handled in the end")
  func credits() throws {
    let (cluster, owner, edge) = FakeCluster.pair()
    let client = cluster.client(of: edge)
    client.send("pause 1000\n")
    cluster.run()
    let line = String(repeating: "z", count: 200)
    for number in 0..<2_000 { client.send("\(number) \(line)\n") }
    cluster.run()
    let unread = client.bytesUnread
    #expect(unread > 350_000)
    cluster.sleep(milliseconds: 1_000)
    #expect(client.bytesUnread == 0)
    let numbers = try #require(owner.host).journal.compactMap { entry -> Int? in
      entry.hasPrefix("line 0 ") ? entry.split(separator: " ").dropFirst(2).first.flatMap { Int($0) } : nil
    }
    #expect(numbers == Array(0..<2_000))
  }

  @Test("A client that does not read is reported, closed over the limit, and does not affect others")
  func slowReader() throws {
    let (cluster, owner, edge) = FakeCluster.pair()
    let (slow, quick) = (cluster.client(of: edge), cluster.client(of: edge))
    _ = (slow.told, quick.told)
    slow.room = 0
    quick.send("flood 30000\nhere\n")
    cluster.run()
    let host = try #require(owner.host)
    #expect(host.journal.last == "slow 0")
    #expect(quick.told == ["\"here\""])
    slow.room = .max
    cluster.run()
    #expect(host.journal.last == "ready 0")
    slow.room = 0
    quick.send("flood 60000\nflood 60000\nstill\n")
    cluster.run()
    #expect(host.journal.last == "closed 0 slow")
    #expect(quick.told == ["\"still\""])
  }

  @Test("A client that has finished sending gets its answers, then the end")
  func halfClosed() throws {
    let (cluster, owner, edge) = FakeCluster.pair()
    let client = cluster.client(of: edge)
    try #require(owner.host).onFinished = { _ in false }
    client.send("a\nb")
    client.finish()
    cluster.run()
    #expect(client.told == ["\"hello\"", "\"a\"", "\"b\""])
    #expect(!client.isClosed)
    let host = try #require(owner.host)
    host.say("late", to: host.all)
    owner.node.sessions?.close(host.all[0])
    cluster.sleep(milliseconds: 1)
    cluster.run()
    #expect(client.isClosed)
    #expect(client.told == ["\"late\""])
  }

  @Test("Faulty input is answered by the core, after which a browser is disconnected")
  func refused() {
    let (cluster, _, edge) = FakeCluster.pair()
    let (long, browser) = (cluster.client(of: edge), cluster.client(of: edge))
    long.send(String(repeating: "l", count: 20_000) + "\nok\n")
    browser.send("GET / HTTP/1.1\r\n\r\n")
    cluster.run()
    #expect(long.told == ["\"hello\"", "\"refused tooLong\"", "\"ok\""])
    #expect(browser.told == ["\"hello\"", "\"refused http\""])
    #expect(browser.isClosed)
  }

  @Test("An owner that stops tells the clients of every node, and the edges keep their clients")
  func ownerStops() {
    let (cluster, owner, edge) = FakeCluster.pair()
    let (here, there) = (cluster.client(of: owner), cluster.client(of: edge))
    owner.loop.stop(graceNanoseconds: 1_000_000_000)
    cluster.run()
    #expect(here.told == ["\"hello\"", "\"closing\""])
    #expect(there.told == ["\"hello\"", "\"closing\""])
    #expect(here.isClosed)
    #expect(!there.isClosed)
  }

  @Test("Clients of a stopping node are told even if their answers wait for a commit that will not come")
  func edgeStopsInTheMiddle() {
    let (cluster, owner, edge) = FakeCluster.pair()
    owner.node.sessions?.set(.ownerGone, Array("Wait\n".utf8), in: .text)
    owner.node.sessions?.set(.closing, Array("Goodbye\n".utf8), in: .text)
    let person = cluster.client(of: edge)
    person.send("after 3 three\n")
    cluster.run()
    _ = person.told
    edge.loop.stop(graceNanoseconds: 1_000_000_000)
    cluster.run()
    #expect(person.told == ["Goodbye"])
    #expect(person.isClosed)
  }

  @Test("A stopping node sends the owner's prepared line, and closes")
  func edgeStops() {
    let (cluster, owner, edge) = FakeCluster.pair()
    owner.node.sessions?.set(.closing, Array("{}\n".utf8), in: .object)
    owner.node.sessions?.set(.closing, Array("Goodbye\n".utf8), in: .text)
    let (program, person) = (cluster.client(of: edge), cluster.client(of: edge))
    program.send("{\"a\":1}\n")
    person.send("b\n")
    cluster.run()
    _ = (program.told, person.told)
    edge.loop.stop(graceNanoseconds: 1_000_000_000)
    cluster.run()
    #expect(program.told == ["{}"])
    #expect(person.told == ["Goodbye"])
    #expect(person.isClosed)
    #expect(owner.host?.journal.suffix(2) == ["closed 0", "closed 1"])
  }
}
