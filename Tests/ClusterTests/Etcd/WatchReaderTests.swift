@testable import Cluster
import GameKit
import TestSeed
import Testing
import WireProtocol

@Suite("A watch's stream")
struct WatchReaderTests {
  private static let header = #""header":{"cluster_id":"324","member_id":"331","revision":"9","raft_term":"2"}"#
  private static let stream = """
    {"result":{\(header),"created":true}}
    {"result":{\(header),"events":[{"kv":{"key":"aw==","create_revision":"2","mod_revision":"3","version":"2","value":"dg=="}},{"type":"DELETE","kv":{"key":"aw==","mod_revision":"5"}}],"fragment":true}}
    {"result":{\(header),"events":[{"kv":{"key":"aw==","mod_revision":"7","version":"1"}}]}}
    {"result":{\(header)}}
    {"result":{\(header),"canceled":true,"compact_revision":"8"}}

    """
  private static let lines: [EtcdWatchLine] = [
    .event(.opened(at: 9)),
    .event(
      .changes([
        .put(KeyValue(key: "k", value: [0x76], changedAt: 3, version: 2)), .deleted(key: "k", at: 5),
      ])),
    .event(.changes([.put(KeyValue(key: "k", value: [], changedAt: 7, version: 1))])),
    .event(.caughtUp(to: 9)), .event(.compacted(8)),
  ]

  @Test("Lines are read the same however the stream is cut")
  func cuts() throws {
    let bytes = Array(Self.stream.utf8)
    for cut in 0...bytes.count {
      #expect(try read([Array(bytes[..<cut]), Array(bytes[cut...])]) == Self.lines, "cut at \(cut)")
      let firstLines = bytes[..<cut].count { $0 == UInt8(ascii: "\n") }
      #expect(try read([Array(bytes[..<cut])]) == Array(Self.lines.prefix(firstLines)))
    }
    #expect(try read(bytes.map { [$0] }) == Self.lines)
  }

  @Test(
    "What ends a watch says why",
    arguments: [
      (#"{"error":{"grpc_code":14,"http_code":503,"message":"etcdserver: no leader","http_status":"x"}}"#, 14),
      (
        #"{"result":{"watch_id":"-1","created":true,"canceled":true,"cancel_reason":"rpc error: code = Unauthenticated desc = etcdserver: invalid auth token"}}"#,
        16
      ), (#"{"result":{"canceled":true}}"#, 2),
    ])
  func endings(line: String, code: Int) throws {
    let read = try read([Array((line + "\n").utf8)])
    guard case .ended(let fault) = try #require(read.first) else {
      Issue.record("\(read)")
      return
    }
    #expect(fault.code == code && fault.asksForToken == (code == 16))
  }

  @Test(
    "Lines that are none throw",
    arguments: [
      "{", "[]", "{}", "null", #"{"result":null}"#, #"{"result":{}}"#, #"{"result":{"created":true}}"#,
      #"{"result":{"canceled":"yes"}}"#, #"{"error":{}}"#, #"{"error":"broken"}"#,
      #"{"result":{"events":[{}]}}"#, #"{"result":{"events":[{"kv":{"key":"k","mod_revision":"3"}}]}}"#,
      #"{"result":{"events":[{"kv":{"key":"aw==","mod_revision":"x"}}]}}"#,
      #"{"result":{"events":[{"kv":{"key":"aw==","mod_revision":"-3"}}]}}"#,
      #"{"result":{"events":[{"kv":{"key":"aw==","mod_revision":"99999999999999999999"}}]}}"#,
      #"{"result":{"events":[{"kv":{"key":7,"mod_revision":"3"}}]}}"#,
      #"{"result":{"header":{"revision":"3"},"canceled":true,"compact_revision":{}}}"#, "\u{0}",
    ])
  func nonsense(line: String) {
    #expect(throws: EtcdMisread.self) { try read([Array((line + "\n").utf8)]) }
  }

  @Test("A change that comes twice, or out of order, or from before the beginning throws")
  func order() throws {
    func line(_ revisions: Int...) -> String {
      let events = revisions.map { #"{"kv":{"key":"aw==","mod_revision":"\#($0)"}}"# }
      return #"{"result":{"events":[\#(events.joined(separator: ","))]}}"# + "\n"
    }
    #expect(try read([Array((line(3, 4) + line(6)).utf8)]).count == 2)
    for wrong in [line(3) + line(3), line(4, 3), line(2), line(Int.max) + line(Int.max)] {
      #expect(throws: EtcdMisread.self) { try read([Array(wrong.utf8)]) }
    }
  }

  @Test("A line without end is given up")
  func bomb() throws {
    var reader = EtcdWatchReader(from: 1, longestLine: 1_000)
    reader.append([UInt8](repeating: UInt8(ascii: "x"), count: 1_000))
    #expect(try reader.next() == nil)
    reader.append([UInt8(ascii: "x")])
    #expect(throws: EtcdMisread.self) { try reader.next() }
  }

  @Test("Lines that were changed by chance never trap")
  func garbage() {
    var generator = SeededGenerator(seed: TestSeed.make())
    let stream = Array(Self.stream.utf8)
    for _ in 0..<TestLength.count(short: 2_000, long: 100_000) {
      var bytes = stream
      for _ in 0..<(1 + generator.next() % 3) {
        bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: generator.next())
      }
      #expect(((try? read([bytes])) ?? []).count <= 16)
    }
  }

  private func read(_ pieces: [[UInt8]]) throws -> [EtcdWatchLine] {
    var reader = EtcdWatchReader(from: 3)
    var lines: [EtcdWatchLine] = []
    for piece in pieces {
      reader.append(piece)
      while let line = try reader.next() { lines.append(line) }
    }
    return lines
  }
}
