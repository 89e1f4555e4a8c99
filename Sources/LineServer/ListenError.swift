internal import CSystem

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Why a server cannot listen; `description` is a sentence for the operator.
public struct ListenError: Error, Equatable, CustomStringConvertible {
  /// The host that was asked for.
  public let host: String
  /// The port that was asked for.
  public let port: UInt16
  /// The path of the local socket, if it was one.
  public let path: String?
  /// The `errno` value; `nil` if the host's name could not be resolved.
  public let code: Int32?

  init(host: String, port: UInt16, result: Int32) {
    self.host = host
    self.port = port
    path = nil
    code = result == CSYSTEM_UNKNOWN_HOST ? nil : -result
  }

  init(local path: String, result: Int32) {
    host = ""
    port = 0
    self.path = path
    code = result == CSYSTEM_PATH_TOO_LONG ? ENAMETOOLONG : -result
  }

  /// The sentence for a failed connection to a local socket.
  public var connectSentence: String {
    guard let path, let code else { return description }
    switch code {
    case ENOENT, ECONNREFUSED: return "no server has a console at \(path): start it, or say where with --data"
    case EACCES, EPERM: return "\(path) is for the user that the server runs as, and for root"
    case ENAMETOOLONG: return sentence(of: path, code)
    default: return "\(path) cannot be reached: \(errorText(code))"
    }
  }

  private func sentence(of path: String, _ code: Int32) -> String {
    switch code {
    case EADDRINUSE: return "Another server listens on the socket \(path) already."
    case EEXIST: return "\(path) is no socket: choose another path for the operator's."
    case ENAMETOOLONG:
      return "The path of a socket may have at most \(csystem_local_path_bytes()) bytes, and \(path) has "
        + "\(path.utf8.count): give a shorter one."
    default: return "Listening on the socket \(path) failed: \(errorText(code))."
    }
  }

  /// What failed and, if known, what to do about it.
  public var description: String {
    if let path, let code { return sentence(of: path, code) }
    let place = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    guard let code else { return "The host \(host) is unknown: give an IP address or a name that resolves." }
    switch code {
    case EADDRINUSE:
      return "\(place) is already in use: stop the other server, or choose another port (0 takes a free one)."
    case EACCES, EPERM:
      return "Listening on \(place) is not permitted: ports below 1024 need privileges."
    case EADDRNOTAVAIL:
      return "\(place) is not available: \(host) is not an address of this machine."
    default:
      return "Listening on \(place) failed: \(errorText(code))."
    }
  }
}

/// The C library's sentence for an `errno` value.
func errorText(_ code: Int32) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
    guard let text = buffer.baseAddress else { return "" }
    csystem_error_text(code, text, buffer.count)
    return String(cString: text)
  }
}
