/// An address with HTTP connections.
final class HTTPPeer {
  let address: String
  /// The number of its connections to this service.
  var places = 0

  init(address: String) { self.address = address }
}
