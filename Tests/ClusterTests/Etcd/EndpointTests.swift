import Cluster
import Testing

@Suite("Endpoints of etcd")
struct EndpointTests {
  @Test(
    "An endpoint is a host and a port",
    arguments: [
      ("http://127.0.0.1:2379", "127.0.0.1", 2379), ("http://localhost:1/", "localhost", 1),
      ("http://[::1]:65535", "::1", 65_535), ("http://etcd-1.example_a:2379", "etcd-1.example_a", 2379),
    ])
  func good(text: String, host: String, port: UInt16) throws {
    let endpoint = try EtcdEndpoint(text)
    #expect(endpoint == EtcdEndpoint(host: host, port: port))
    #expect(try EtcdEndpoint(endpoint.description) == endpoint)
  }

  @Test(
    "An invalid endpoint is refused with a sentence",
    arguments: [
      "https://127.0.0.1:2379", "127.0.0.1:2379", "http://127.0.0.1", "http://127.0.0.1:", "http://127.0.0.1:0",
      "http://127.0.0.1:65536", "http://:2379", "http://a b:2379", "http://a/b:2379", "http://::1:2379",
      "http://a@b:2379", "http://a\r\n:2379", "http://[]:1", "http://", "", "http://127.0.0.1:2379/v3",
    ])
  func bad(text: String) {
    let error = #expect(throws: EtcdEndpoint.InvalidText.self) { try EtcdEndpoint(text) }
    #expect(error?.description.contains("http://") == true)
  }
}
