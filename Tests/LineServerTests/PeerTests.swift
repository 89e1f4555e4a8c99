import CSystem
import Testing
import WaitingTrait

@testable import LineServer

@Suite("Peers", .waiting)
struct PeerTests {
  private func peer(family: Int32, _ bytes: [UInt8]) -> PeerAddress {
    var peer = PeerAddress()
    peer.raw.family = .init(family)
    withUnsafeMutableBytes(of: &peer.raw.bytes) { target in
      for (index, byte) in bytes.enumerated() { target[index] = byte }
    }
    return peer
  }

  @Test("An IPv4 peer counts by address, an IPv6 peer by its /64 network")
  func networks() {
    #expect(peer(family: 4, [192, 0, 2, 7]).key.text == "192.0.2.7")
    let prefix: [UInt8] = [0x20, 0x01, 0x0D, 0xB8, 0, 1, 0, 2]
    let first = peer(family: 6, prefix + [0, 0, 0, 0, 0, 0, 0, 1])
    let second = peer(family: 6, prefix + [9, 9, 9, 9, 9, 9, 9, 9])
    #expect(first.text != second.text)
    #expect(first.key.text == "2001:db8:1:2::/64")
    #expect(second.key.text == first.key.text)
  }

  @Test(
    "IPv4, IPv6 and local users never share a key",
    arguments: [
      "0:ffff:7f00:1::", "0:fffe::", "0:fffe:0:3e8::", "::7f00:1", "64:ff9b::127.0.0.1", "2002:7f00:1::",
      "64:ff9b:1::203.0.113.7", "2003:cb00:7107::",
    ])
  func kinds(_ text: String) throws {
    let key = try #require(PeerAddress(text: text)).key
    #expect(key != PeerAddress(text: "127.0.0.1")?.key)
    #expect(!(0...2000).contains { key == .user($0) })
    #expect(key.text.hasSuffix("/64"))
    #expect(key.text != "::/64" || text.hasPrefix("::"))
  }

  @Test("An IPv4 address has the same key however it is written")
  func mapped() throws {
    let four = try #require(PeerAddress(text: "127.0.0.1"))
    #expect(try #require(PeerAddress(text: "::ffff:127.0.0.1")).key == four.key)
    #expect(four.isLoopback)
    #expect(try #require(PeerAddress(text: "::1")).isLoopback)
    for text in ["128.0.0.1", "0:ffff:7f00:1::", "::2", "7f00::1", "::ffff:10.0.0.1"] {
      #expect(try !#require(PeerAddress(text: text)).isLoopback, "\(text)")
    }
  }

  @Test(
    "An IPv6 address with an embedded IPv4 address has the IPv4 address's key",
    arguments: ["64:ff9b::203.0.113.7", "2002:cb00:7107::", "2002:cb00:7107:1:2:3:4:5"])
  func translated(_ text: String) throws {
    #expect(try #require(PeerAddress(text: text)).key.text == "203.0.113.7")
  }
}
