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

  @Test("An IPv4 peer counts as itself, an IPv6 peer as its /64 network, which one host commonly owns")
  func networks() {
    #expect(peer(family: 4, [192, 0, 2, 7]).network == "192.0.2.7")
    let prefix: [UInt8] = [0x20, 0x01, 0x0D, 0xB8, 0, 1, 0, 2]
    let first = peer(family: 6, prefix + [0, 0, 0, 0, 0, 0, 0, 1])
    let second = peer(family: 6, prefix + [9, 9, 9, 9, 9, 9, 9, 9])
    #expect(first.text != second.text)
    #expect(first.network == "2001:db8:1:2::/64")
    #expect(second.network == first.network)
  }
}
