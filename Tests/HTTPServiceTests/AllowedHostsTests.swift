import HTTPService
import HTTPWire
import Testing

@Suite("Hosts and origins that a server answers")
struct AllowedHostsTests {
  private func host(_ text: String) throws -> HTTPHost { try #require(HTTPHost(text)) }

  @Test(
    "At all addresses of the machine any address in digits is the server's own, and a name is not",
    arguments: [
      ("192.168.1.20:8080", true), ("10.0.0.7", true), ("[fe80::1]:8080", true), ("localhost:8080", true),
      ("evil.example:8080", false), ("1.2.3", false), ("1.2.3.400", false), ("1.2.3.4.evil.example", false),
    ])
  func everywhere(_ text: String, isPermitted: Bool) throws {
    let hosts = AllowedHosts(port: 8080, address: nil)
    #expect(hosts.permit(try host(text)) == isPermitted)
  }

  @Test("At one address other addresses are refused")
  func one() throws {
    let hosts = AllowedHosts(port: 8080, address: "192.168.1.20")
    #expect(hosts.permit(try host("192.168.1.20:8080")))
    #expect(!hosts.permit(try host("192.168.1.21:8080")))
  }

  @Test("A page at an address sends requests only there: not from another address, port or scheme")
  func origins() throws {
    let hosts = AllowedHosts(port: 8080, address: nil)
    let asked = try host("192.168.1.20:8080")
    #expect(hosts.permit(origin: "http://192.168.1.20:8080", to: asked))
    #expect(hosts.permit(origin: "http://localhost:8080", to: asked))
    for origin in [
      "http://6.6.6.6:8080", "http://192.168.1.20", "http://192.168.1.20:8081", "null", "ftp://192.168.1.20:8080",
    ] {
      #expect(!hosts.permit(origin: origin, to: asked), "\(origin)")
    }
    #expect(!hosts.permit(origin: "http://192.168.1.20:8080", to: nil))
  }
}
