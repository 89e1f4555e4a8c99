@testable import Cluster
import GameKit
import TestSeed
import Testing

@Suite("Parsing a watch's stream")
struct WatchReaderTests {
  private static let messages = [
    EtcdWords.opened(9), EtcdWords.changes(9, [(3, "v"), (5, nil)]), EtcdWords.changes(9, [(7, "")]),
    EtcdWords.read(9), EtcdWords.compacted(8),
  ]
  private static let news: [EtcdWatchNews] = [
    .event(.opened(at: 9)),
    .event(
      .changes([
        .put(KeyValue(key: "k", value: [0x76], changedAt: 3, version: 2)), .deleted(key: "k", at: 5),
      ])),
    .event(.changes([.put(KeyValue(key: "k", value: [], changedAt: 7, version: 2))])),
    .event(.caughtUp(to: 9)), .event(.compacted(8)),
  ]

  @Test("Messages are parsed, also with unknown fields")
  func good() throws {
    #expect(try read(Self.messages) == Self.news)
    // Of every wire type: a number, eight bytes, a text and four bytes.
    let unknown: [UInt8] =
      [0xF8, 0x01, 0x96, 0x01, 0xF9, 0x01] + [UInt8](repeating: 1, count: 8) + [
        0xFA, 0x01, 1, 0xFF, 0xFD, 0x01, 1, 2, 3, 4,
      ]
    #expect(try read(Self.messages.map { unknown + $0 }) == Self.news)
    #expect(try read(Self.messages.map { $0 + unknown }) == Self.news)
  }

  @Test(
    "The end of a watch has a reason",
    arguments: [
      ("rpc error: code = Unauthenticated desc = etcdserver: invalid auth token", 16), ("", 2),
      ("rpc error: code = PermissionDenied desc = etcdserver: permission denied", 7),
    ])
  func endings(reason: String, code: Int) throws {
    let read = try read([EtcdWords.cancelled(reason)])
    guard case .ended(let fault) = try #require(read.first) else {
      Issue.record("\(read)")
      return
    }
    #expect(fault.code == code && fault.needsToken == (code == 16) && !fault.message.isEmpty)
  }

  @Test("Truncated messages throw, or contain less", arguments: messages)
  func cuts(message: [UInt8]) {
    for cut in 0..<message.count {
      guard let news = try? read([Array(message[..<cut])]) else { continue }
      #expect(news.count == 1 && !Self.news.dropFirst(1).dropLast(2).contains(news[0]), "cut at \(cut)")
    }
  }

  @Test(
    "Malformed messages throw",
    arguments: [
      [], [0x80], [0xFF], [0x0A, 0x05], [0x0B], [0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
      [0x08] + [UInt8](repeating: 0xFF, count: 10), [0x08] + [UInt8](repeating: 0x80, count: 11) + [0], [0x09, 0],
      EtcdWords.opened(0), EtcdWords.opened(-3), EtcdWords.changes(9, [(0, "v")]), EtcdWords.changes(9, [(-3, nil)]),
      EtcdWords.message(9) { $0.field(11) { $0.field(1, 1) } }, EtcdWords.message(9) { $0.field(11, [0x0A, 0x01]) },
    ] as [[UInt8]])
  func nonsense(message: [UInt8]) {
    #expect(throws: EtcdDecodingError.self) { try read([message]) }
  }

  @Test("A change that is repeated, out of order, or before the beginning throws")
  func order() throws {
    func message(_ revisions: Int64...) -> [UInt8] { EtcdWords.changes(9, revisions.map { ($0, "v") }) }
    #expect(try read([message(3, 4), message(6)]).count == 2)
    for wrong in [[message(3), message(3)], [message(4, 3)], [message(2)], [message(.max), message(.max)]] {
      #expect(throws: EtcdDecodingError.self) { try read(wrong) }
    }
  }

  @Test("Randomly changed messages never trap")
  func garbage() {
    var generator = SeededGenerator(seed: TestSeed.make())
    for _ in 0..<TestLength.count(short: 2_000, long: 100_000) {
      for message in Self.messages {
        var bytes = message
        for _ in 0..<(1 + generator.next() % 3) {
          bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: generator.next())
        }
        #expect(((try? read([bytes])) ?? []).count <= 1)
      }
    }
  }

  private func read(_ messages: [[UInt8]]) throws -> [EtcdWatchNews] {
    var reader = EtcdWatchReader(from: 3)
    return try messages.map { try reader.read($0[...]) }
  }
}
