#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A TLS connection through the program `openssl`: a separate process does TLS, verifies the server's certificate and
/// name against the system's trust store, and relays bytes through a socket.
///
/// The client has no TLS library, since none comes with every system. An untrusted certificate ends the process before
/// it sends any of our bytes.
final class SecureChannel {
  /// Our end of the socket, non-blocking.
  let descriptor: Int32
  private let process: pid_t
  private let errors: Int32
  private let server: ServerAddress

  private init(_ server: ServerAddress, descriptor: Int32, errors: Int32, process: pid_t) {
    (self.server, self.descriptor, self.errors, self.process) = (server, descriptor, errors, process)
  }

  deinit {
    SystemCalls.close(descriptor)
    SystemCalls.close(errors)
    kill(process, SIGTERM)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  static func open(_ server: ServerAddress) throws(ConnectionError) -> SecureChannel {
    var (pair, pipes): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    #if canImport(Darwin)
      let kind = SOCK_STREAM
    #else
      let kind = Int32(SOCK_STREAM.rawValue)
    #endif
    guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { throw .unreachable(server, SystemCalls.sentence(errno)) }
    guard pipe(&pipes) == 0 else {
      let error = errno
      for end in pair { SystemCalls.close(end) }
      throw .unreachable(server, SystemCalls.sentence(error))
    }
    for end in pair + pipes { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    for end in [pair[0], pipes[0]] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    var process = pid_t()
    let failure = start(&process, arguments(for: server), socket: pair[1], errors: pipes[1])
    SystemCalls.close(pair[1])
    SystemCalls.close(pipes[1])
    guard failure == 0 else {
      SystemCalls.close(pair[0])
      SystemCalls.close(pipes[0])
      let isMissing = failure == ENOENT
      throw .unreachable(
        server, isMissing ? "TLS needs the program openssl, which is not there" : SystemCalls.sentence(failure))
    }
    return SecureChannel(server, descriptor: pair[0], errors: pipes[0], process: process)
  }

  /// The arguments of `openssl`: no byte that we send is a command, the end of our input ends it, and a certificate
  /// that is invalid or of another host ends it.
  static func arguments(for server: ServerAddress) -> [String] {
    let isAddress = server.host.contains(":") || server.host.allSatisfy { $0.isNumber || $0 == "." }
    let named =
      isAddress
      ? ["-noservername", "-verify_ip", server.host] : ["-servername", server.host, "-verify_hostname", server.host]
    return ["openssl", "s_client", "-quiet", "-no_ign_eof", "-nocommands", "-verify_quiet", "-verify_return_error"]
      + named + ["-connect", server.description]
  }

  private static func start(_ process: inout pid_t, _ words: [String], socket: Int32, errors: Int32) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, socket, 0)
    posix_spawn_file_actions_adddup2(&actions, socket, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    // ^C and ^Z at the terminal are for the client, which decides about the connection.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    return posix_spawnp(&process, words[0], &actions, &attributes, &arguments, environ)
  }

  /// Why the process has ended before any input, according to its messages; `nil` without any.
  func failure() -> ConnectionError? {
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = bytes.withUnsafeMutableBytes { read(errors, $0.baseAddress, $0.count) }
    guard count > 0 else { return nil }
    return Self.failure(of: server, said: String(decoding: bytes[..<count], as: UTF8.self))
  }

  static func failure(of server: ServerAddress, said: String) -> ConnectionError? {
    for line in said.split(separator: "\n") {
      // "verify error:num=20:unable to get local issuer certificate"
      let parts = line.split(separator: ":", maxSplits: 2)
      if parts.count == 3, parts[0].hasSuffix("verify error") { return .notTrusted(server, String(parts[2])) }
    }
    if said.contains("connect:errno=\(ECONNREFUSED)") || said.contains("Connection refused") { return .refused(server) }
    if said.contains("Name or service not known") || said.contains("no address") { return .unknownHost(server.host) }
    // "…:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:…"
    return said.contains("SSL routines") ? .notTrusted(server, "what answers there does not speak TLS") : nil
  }
}
