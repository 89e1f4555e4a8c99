#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Resolves a host on a thread of its own: the system's resolver blocks for an unbounded time.
enum Resolver {
  /// Resolves a host and hands over the result, at once if it is an address.
  static func resolve(
    _ server: ServerAddress, _ done: @escaping @Sendable (Result<[SocketAddress], ConnectionError>) -> Void
  ) {
    if let addresses = lookUp(server, flags: AI_NUMERICHOST) { return done(.success(addresses)) }
    let started = OwnThread.start {
      done(lookUp(server, flags: 0).map { .success($0) } ?? .failure(.unknownHost(server.host)))
    }
    if !started { done(.failure(.unreachable(server, "there is no thread to look it up with"))) }
  }

  /// Resolves a host; blocks.
  static func addresses(of server: ServerAddress) -> [SocketAddress]? { lookUp(server, flags: 0) }

  private static func lookUp(_ server: ServerAddress, flags: Int32) -> [SocketAddress]? {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_flags = flags
    #if canImport(Darwin)
      hints.ai_socktype = SOCK_STREAM
    #else
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #endif
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(server.host, String(server.port), &hints, &found) == 0 else { return nil }
    defer { freeaddrinfo(found) }
    var addresses: [SocketAddress] = []
    var next = found
    while let entry = next?.pointee {
      if let address = entry.ai_addr {
        let bytes = UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen))
        addresses.append(SocketAddress(family: entry.ai_family, bytes: Array(bytes)))
      }
      next = entry.ai_next
    }
    return addresses.isEmpty ? nil : addresses
  }
}
