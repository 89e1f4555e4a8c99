import EtcdHarness
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("A paused owner", .waiting, .enabled(if: hasEtcd, "etcd is not installed"))
struct FreshnessTests {
  @Test("A resumed owner sends no outdated answer; its clients are answered by the new owner")
  func wakes() throws {
    let nodes = try ClusterNodes()
    let owner = try nodes.owner(besides: "")
    let far = try #require(nodes.names.first { $0 != owner })
    let (near, other) = (
      try SocketClient(port: nodes.process(owner).port), try SocketClient(port: nodes.process(far).port)
    )
    near.send(line: #"{"type":"login","name":"ana","id":1}"#)
    let token = try #require(near.message("login")["token"]?.stringValue)
    near.send(line: #"{"type":"create","room":"both","game":"wordle","mode":"together","id":2}"#)
    _ = try near.message("joined")
    other.send(line: #"{"type":"login","name":"ben","id":1}"#)
    other.send(line: #"{"type":"join","room":"both","id":2}"#)
    _ = try other.message("joined")
    try nodes.process(owner).pause()
    #expect(try other.message("takeover")["state"] == "waiting")
    while try other.message("takeover")["state"] != "resumed" {}
    other.send(line: #"{"type":"move","room":"both","text":"crane","id":3}"#)
    #expect(try other.message("moved")["re"] == 3)
    // It reads these on resuming, before it can know that it has lost ownership.
    for id in 10..<20 { near.send(line: #"{"type":"board","room":"both","id":\#(id)}"#) }
    near.send(line: #"{"type":"stats","player":"ben","game":"wordle","id":20}"#)
    try nodes.process(owner).resume()
    // Its clients continue at the new owner, or are closed if the old one had prepared output that must not be sent.
    // Without an owner for three seconds a node says so, and answers from its copy.
    var end = try? near.message()
    var isReading = false
    while let message = end, message["type"] != "takeover" || message["state"] != "resumed" {
      if message["type"] == "takeover" { isReading = message["state"] == "reading" }
      #expect(isReading || message["re"] == nil, "\(message.text) is out of date")
      end = try? near.message()
    }
    let again = try end == nil ? SocketClient(port: nodes.process(owner).port) : near
    if end == nil {
      again.send(line: #"{"type":"login","token":"\#(token)","id":28}"#)
      again.send(line: #"{"type":"join","room":"both","id":29}"#)
    }
    again.send(line: #"{"type":"board","room":"both","id":30}"#)
    while true {
      let message = try again.message()
      guard message["type"] == "board" else { continue }
      #expect(message["board"]?["rows"]?.arrayValue?.first?["letters"] == "crane")
      if message["re"] == 30 { return }
    }
  }
}
