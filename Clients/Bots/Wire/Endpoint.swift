struct Endpoint: Hashable {
  var host = "127.0.0.1"
  var port: UInt16 = 7770
}
