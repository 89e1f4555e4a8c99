import GameKit
import TestSeed
import Testing

@testable import LineServer

@Suite("The header of the PROXY protocol")
struct ProxyHeaderTests {
  private static let signature: [UInt8] = [13, 10, 13, 10, 0, 13, 10, 0x51, 0x55, 0x49, 0x54, 10]

  private static func second(_ command: UInt8, _ family: UInt8, _ body: [UInt8]) -> [UInt8] {
    signature + [command, family, UInt8(body.count >> 8), UInt8(body.count & 255)] + body
  }

  private static let four: [UInt8] = [192, 0, 2, 7, 10, 0, 0, 1, 0x30, 0x39, 0x1E, 0x5A]
  private static let six: [UInt8] =
    [0x20, 1, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [7] + [UInt8](repeating: 1, count: 16) + [0, 80, 0, 81]
  private static let mapped: [UInt8] =
    [UInt8](repeating: 0, count: 10) + [255, 255, 192, 0, 2, 7] + [UInt8](repeating: 1, count: 16) + [0, 80, 0, 81]

  /// Headers and the clients that they name.
  private static let whole: [(bytes: [UInt8], address: String?)] = [
    (Array("PROXY TCP4 192.0.2.7 10.0.0.1 12345 7770\r\n".utf8), "192.0.2.7"),
    (Array("PROXY TCP6 2001:db8::7 ::1 1 65535\r\n".utf8), "2001:db8::/64"),
    (Array("PROXY UNKNOWN\r\n".utf8), nil),
    (Array("PROXY UNKNOWN ffff:f...f:ffff whatever 1 2\r\n".utf8), nil),
    (second(0x21, 0x11, four), "192.0.2.7"),
    (second(0x21, 0x11, four + [3, 0, 4, 1, 2, 3, 4]), "192.0.2.7"),
    (second(0x21, 0x21, six), "2001:db8::/64"),
    (second(0x21, 0x21, mapped), "192.0.2.7"),
    (second(0x20, 0x00, []), nil),
    (second(0x20, 0x11, four), nil),
    (second(0x21, 0x00, [1, 2, 3]), nil),
  ]

  private static let broken: [[UInt8]] =
    [
      "GET / HTTP/1.1\r\n", "hello\n", "PROXYTCP4", "PROXY \r\n", "PROXY\n", "PROXY TCP4 192.0.2.7 10.0.0.1 12345\r\n",
      "PROXY TCP4 192.0.2.7 10.0.0.1 1 2 3\r\n", "PROXY TCP4 192.0.2.7 10.0.0.1 1 65536\r\n",
      "PROXY TCP4 192.0.2.7 10.0.0.1 -1 2\r\n", "PROXY TCP4 ::1 ::1 1 2\r\n", "PROXY TCP6 192.0.2.7 10.0.0.1 1 2\r\n",
      "PROXY TCP4 192.0.2.7  10.0.0.1 1 2\r\n", "PROXY TCP4 192.0.2.256 10.0.0.1 1 2\r\n",
      "PROXY UDP4 192.0.2.7 10.0.0.1 1 2\r\n", "PROXY TCP4 192.0.2.7 10.0.0.1 1 2\n",
      "PROXY UNKNOWN " + String(repeating: "x", count: 93),
    ].map { Array($0.utf8) } + [
      second(0x11, 0x11, four), second(0x22, 0x11, four), second(0x21, 0x12, four), second(0x21, 0x31, four),
      second(0x21, 0x11, Array(four.dropLast())), second(0x21, 0x21, four),
      signature + [0x21, 0x11, 0xFF, 0xFF], [13, 10, 13, 10, 0, 13, 10, 0x51, 0x55, 0x49, 0x54, 11],
    ]

  private func feed(_ bytes: [UInt8], to header: inout ProxyHeader) -> ProxyHeader.Step {
    bytes.withUnsafeBytes { header.feed($0) }
  }

  @Test("A header names the client, wherever it is split, and bytes behind it do not belong to it")
  func whole() {
    for (bytes, address) in Self.whole {
      for cut in 1...bytes.count {
        var header = ProxyHeader()
        if cut < bytes.count { #expect(feed(Array(bytes[..<cut]), to: &header) == .more) }
        let rest = cut < bytes.count ? Array(bytes[cut...]) : bytes
        guard case .done(let peer, let used) = feed(rest + Array("crane\n".utf8), to: &header) else {
          Issue.record("\(bytes) cut at \(cut) is no header")
          continue
        }
        #expect(used == rest.count)
        #expect(peer?.key.text == address)
      }
      var header = ProxyHeader()
      let steps = bytes.map { feed([$0], to: &header) }
      #expect(steps.dropLast().allSatisfy { $0 == .more })
      if case .done(_, used: 1)? = steps.last { continue }
      Issue.record("\(bytes) byte by byte is no header")
    }
  }

  private static func tlv(_ type: UInt8, _ value: [UInt8]) -> [UInt8] {
    [type, UInt8(value.count >> 8), UInt8(value.count & 255)] + value
  }

  /// As HAProxy writes it: flags, the verification result, the version of TLS.
  private static func ssl(_ flags: UInt8) -> [UInt8] {
    tlv(0x20, [flags, 0, 0, 0, 1] + tlv(0x21, Array("TLSv1.3".utf8)))
  }

  private func isEncrypted(_ bytes: [UInt8]) -> Bool? {
    var header = ProxyHeader()
    guard case .done = feed(bytes, to: &header) else { return nil }
    return header.isEncrypted
  }

  @Test("A connection counts as TLS only if every TLS value of the header says so")
  func encrypted() {
    for (family, addresses) in [(UInt8(0x11), Self.four), (0x21, Self.six)] {
      func said(_ values: [UInt8]...) -> Bool? { isEncrypted(Self.second(0x21, family, addresses + values.joined())) }
      #expect(said(Self.ssl(1)) == true)
      #expect(said(Self.tlv(0x04, [0, 0]), Self.ssl(7), Self.tlv(0x03, [1, 2, 3, 4])) == true)
      #expect(said(Self.ssl(0)) == false)
      #expect(said(Self.ssl(6)) == false)
      #expect(said() == false)
      #expect(said(Self.tlv(0x21, [1, 0, 0, 0, 0])) == false)
      // Nested in another value, and repeated.
      #expect(said(Self.tlv(0x05, Self.ssl(1))) == false)
      #expect(said(Self.ssl(1), Self.ssl(0)) == false)
      #expect(said(Self.ssl(0), Self.ssl(1)) == false)
      // Truncated values, or values that are too short.
      #expect(said(Self.tlv(0x20, [])) == nil)
      #expect(said(Self.tlv(0x20, [1, 0, 0, 0])) == nil)
      for count in 1..<Self.ssl(1).count { #expect(said(Array(Self.ssl(1).prefix(count))) == nil, "\(count)") }
      #expect(said([0x20, 0xFF, 0xFF, 1, 0, 0, 0, 0]) == nil)
      #expect(said(Self.ssl(1), [0x20]) == nil)
    }
    // The balancer's own connection, an unknown family, and version 1 carry no TLS value.
    #expect(isEncrypted(Self.second(0x20, 0x11, Self.four + Self.ssl(1))) == false)
    #expect(isEncrypted(Self.second(0x21, 0x00, Self.ssl(1))) == false)
    #expect(isEncrypted(Array("PROXY TCP4 192.0.2.7 10.0.0.1 12345 7770\r\n".utf8)) == false)
  }

  @Test("Whatever the values contain, a header ends where it says, or is invalid")
  func values() {
    let seed = TestSeed.make()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      let values = (0..<Int.random(in: 0...40, using: &random)).map { _ -> UInt8 in
        [0, 0, 1, 5, 0x20, UInt8.random(in: .min ... .max, using: &random)].randomElement(using: &random) ?? 0
      }
      let bytes = Self.second(0x21, 0x11, Self.four + values)
      var header = ProxyHeader()
      switch feed(bytes + [1, 2, 3], to: &header) {
      case .done(_, let used): #expect(used == bytes.count, "seed \(seed): \(values)")
      case .invalid: #expect(!header.isEncrypted, "seed \(seed): \(values)")
      case .more: Issue.record("seed \(seed): \(values)")
      }
    }
  }

  @Test("An invalid header is detected within the longest header")
  func broken() {
    for bytes in Self.broken {
      var header = ProxyHeader()
      #expect(feed(bytes, to: &header) == .invalid, "\(String(decoding: bytes, as: UTF8.self))")
      header = ProxyHeader()
      #expect(bytes.map { feed([$0], to: &header) }.contains(.invalid))
    }
  }

  @Test("Random bytes are a header, an incomplete one, or invalid, and never trap")
  func fuzz() {
    var random = SeededGenerator(seed: TestSeed.make())
    for _ in 0..<TestLength.count(short: 20_000, long: 500_000) {
      var bytes = random.pick(Self.whole).bytes
      for _ in 0..<1 + random.number(below: 3) where !bytes.isEmpty {
        let place = random.number(below: bytes.count)
        switch random.number(below: 3) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.removeSubrange(place...)
        default: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
        }
      }
      var header = ProxyHeader()
      if case .done(_, let used) = feed(bytes, to: &header) { #expect(used > 0 && used <= bytes.count) }
    }
  }

  @Test("An address range contains the addresses with its prefix")
  func ranges() throws {
    func has(_ range: String, _ address: String) throws -> Bool {
      try #require(AddressRange(range)).contains(try #require(PeerAddress(text: address)))
    }
    #expect(try has("10.0.0.0/8", "10.255.1.2"))
    #expect(try !has("10.0.0.0/8", "11.0.0.0"))
    #expect(try has("10.0.0.128/25", "10.0.0.200"))
    #expect(try !has("10.0.0.128/25", "10.0.0.127"))
    #expect(try has("192.0.2.7", "::ffff:192.0.2.7"))
    #expect(try !has("192.0.2.7", "192.0.2.8"))
    #expect(try has("2001:db8::/33", "2001:db8:7fff::1"))
    #expect(try !has("2001:db8::/33", "2001:db8:8000::1"))
    #expect(try has("0.0.0.0/0", "1.2.3.4"))
    #expect(try !has("0.0.0.0/0", "::1"))
    for text in ["", "10.0.0.0/33", "10.0.0.0/", "10.0.0/8", "::1/129", "::1/-1", "host", "10.0.0.1/8/8"] {
      #expect(AddressRange(text) == nil, "\(text)")
    }
  }
}
