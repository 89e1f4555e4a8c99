/// An address that HTTP connections come from.
final class HTTPPeer {
  let address: String
  /// How many of the service's connections are its.
  var places = 0

  init(address: String) { self.address = address }
}
