import EtcdHarness
import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("HTTP on the nodes of a cluster", .waiting, .enabled(if: hasEtcd, "etcd is not installed"))
struct NodeHTTPTests {
  private static let token = "sesame-0123456789abcdef"

  /// Three nodes, with the names of the owner and of the others.
  private func cluster() throws -> (nodes: ClusterNodes, owner: String, edges: [String]) {
    let nodes = try ClusterNodes(flags: [
      "--http", "0", "--http-token", Self.token, "--season-key", "web", "--clock", "2026-11-20T08:00:00Z",
    ])
    let owner = try nodes.owner(besides: "")
    return (nodes, owner, ["a", "b", "c"].filter { $0 != owner })
  }

  /// Waits until a node is ready, as a balancer does.
  private func ready(_ nodes: ClusterNodes, _ name: String) throws -> HTTPSocket {
    let end = Date(timeIntervalSinceNow: Patience.seconds)
    while Date() < end {
      let web = try HTTPSocket(nodes.process(name))
      if try web.ask("GET /ready").status == 200 { return web }
    }
    throw ClusterNodes.Nobody()
  }

  @Test("Every node serves pages, scores and shared results, and forwards changes to the owner")
  func anyNode() throws {
    let (nodes, owner, edges) = try cluster()
    let (one, other) = (try ready(nodes, edges[0]), try ready(nodes, edges[1]))
    #expect(try one.ask("GET /").status == 200)
    let score = #"{"id":265,"date":"2022-03-11","word":"watch","tries":["stair","match","watch"]}"#
    #expect(try one.ask("POST /scores", [], body: score).status == 401)
    let made = try one.ask("POST /scores", ["X-Authorization: \(Self.token)"], body: score)
    #expect(made.status == 201)
    #expect(made.fields["Location"] == "/scores/265")
    for web in [one, other, try ready(nodes, owner)] {
      let read = try web.ask("GET /scores/265")
      #expect(read.status == 200)
      #expect(read.body.contains("\"watch\""))
      #expect(try web.ask("HEAD /scores/265").status == 200)
      #expect(try web.ask("GET /scores?limit=1&month=2022-03").body.contains("265"))
      #expect(try web.ask("GET /scores/1").status == 404)
      #expect(try web.ask("GET /scores", ["Origin: http://evil.example"]).status == 403)
    }
    let metrics = try one.ask("GET /metrics").body
    #expect(metrics.contains("parlor_cluster_owner 0\n") && metrics.contains("parlor_cluster_has_owner 1\n"))
    // A result played at one node is served by another.
    let ana = try SocketClient(port: nodes.process(edges[0]).port)
    for line in [
      #"{"type":"login","name":"ana","id":1}"#, #"{"type":"join","room":"wordle","id":2}"#,
      #"{"type":"move","text":"wrung","id":3}"#, #"{"type":"share","id":4}"#,
    ] { ana.send(line: line) }
    _ = try ana.line { $0.contains(#""re":4"#) }
    ana.send(line: #"{"type":"shares","id":5}"#)
    let link = try #require(ana.message("shares")["shares"]?.arrayValue?.first?["link"]?.stringValue)
    let page = try other.ask("GET \(link)")
    #expect(page.status == 200)
    #expect(page.body.contains("Parlor Wordle 324 1/6"))
    #expect(try other.ask("HEAD \(link).png").fields["Content-Type"] == "image/png")
  }

  @Test("A WebSocket and an HTTP connection to another node survive the owner's kill")
  func overTakeover() throws {
    let (nodes, owner, edges) = try cluster()
    let web = try ready(nodes, edges[0])
    let line = try FrameSocket(nodes.process(edges[0]))
    func next(_ type: String) throws -> JSON {
      while true {
        let text = try line.message()
        guard text.hasPrefix("{") else { continue }
        let message = try JSON(parsing: Array(text.utf8))
        if message["type"] == .string(type) { return message }
      }
    }
    line.send(#"{"type":"login","name":"ana","id":1}"#)
    _ = try next("login")
    nodes.kill(owner)
    while try next("takeover")["state"] != "resumed" {}
    line.send(#"{"type":"stats","game":"wordle","id":2}"#)
    #expect(try next("stats")["player"] == "ana")
    // The connection is the same; its node asks the new owner, or has become the owner.
    #expect(try web.ask("GET /scores").status == 200)
  }
}
