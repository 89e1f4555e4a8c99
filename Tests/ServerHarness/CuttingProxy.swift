import Foundation
import GameKit
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Stands between clients and a server and cuts links after so many bytes as chance says, in the middle of lines too,
/// with a goodbye or without. Where the server is may change while it runs.
package final class CuttingProxy: Sendable {
  package let port: UInt16
  private let plan: CuttingPlan
  /// Closed to end the thread.
  private let stopper: Int32

  package init(target: UInt16, seed: UInt64) throws {
    plan = CuttingPlan(target: target, seed: seed)
    let listener = socket(AF_INET, streamType, 0)
    var address = Self.loopback(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    var ends: [Int32] = [-1, -1]
    guard isListening, pipe(&ends) == 0 else { throw SocketFault(number: errno) }
    port = UInt16(bigEndian: address.sin_port)
    stopper = ends[1]
    for descriptor in [listener] + ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let loop = ProxyLoop(listener: listener, stop: ends[0], plan: plan)
    Thread.detachNewThread { loop.run() }
  }

  deinit { close(stopper) }

  package struct SocketFault: Error {
    package let number: Int32
  }

  /// How many links were cut.
  package var cuts: Int { plan.state.withLock { $0.cuts } }

  /// The server is somewhere else now.
  package func redirect(to port: UInt16) { plan.state.withLock { $0.target = port } }

  /// From now on each link, those that are there too, lives for so many more bytes at most; `nil` lets them live.
  package func cut(within bytes: Int?) { plan.state.withLock { $0.greatestLife = bytes } }

  static func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}

/// What becomes of links: shared by the test and the proxy's thread.
private final class CuttingPlan: Sendable {
  struct State {
    var random: SeededGenerator
    var target: UInt16
    /// The most bytes that a link lives for; `nil` lets all live.
    var greatestLife: Int?
    var cuts = 0
  }

  let state: Mutex<State>

  init(target: UInt16, seed: UInt64) { state = Mutex(State(random: SeededGenerator(seed: seed), target: target)) }

  /// Where the next link goes, how many bytes it lives for, and whether it ends with a reset.
  func fate() -> (target: UInt16, life: Int?, isReset: Bool) {
    state.withLock { state in
      (state.target, state.greatestLife.map { 1 + state.random.number(below: $0) }, state.random.number(below: 2) == 0)
    }
  }
}

#if canImport(Darwin)
  private let streamType = SOCK_STREAM
#else
  private let streamType = Int32(SOCK_STREAM.rawValue)
#endif

/// The proxy's thread: everything in it is its own.
private final class ProxyLoop: @unchecked Sendable {
  /// Two sockets that are one link.
  private struct Pair {
    let client: Int32
    let server: Int32
    var life: Int?
    let isReset: Bool
  }

  private let listener: Int32
  private let stop: Int32
  private let plan: CuttingPlan
  private var pairs: [Pair] = []

  init(listener: Int32, stop: Int32, plan: CuttingPlan) {
    self.listener = listener
    self.stop = stop
    self.plan = plan
  }

  func run() {
    while true {
      var entries = [stop, listener].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      for pair in pairs {
        entries.append(pollfd(fd: pair.client, events: Int16(POLLIN), revents: 0))
        entries.append(pollfd(fd: pair.server, events: Int16(POLLIN), revents: 0))
      }
      guard poll(&entries, nfds_t(entries.count), -1) >= 0 || errno == EINTR else { break }
      if entries[0].revents != 0 { break }
      var gone: Set<Int> = []
      for index in pairs.indices {
        let (client, server) = (entries[2 + 2 * index].revents != 0, entries[3 + 2 * index].revents != 0)
        if client, !forward(index, toServer: true) { gone.insert(index) }
        if server, !gone.contains(index), !forward(index, toServer: false) { gone.insert(index) }
      }
      for index in gone.sorted(by: >) { hangUp(pairs.remove(at: index)) }
      if entries[1].revents != 0 { accept() }
    }
    for pair in pairs { hangUp(pair) }
    close(listener)
    close(stop)
  }

  private func accept() {
    #if canImport(Darwin)
      let client = Darwin.accept(listener, nil, nil)
    #else
      let client = Glibc.accept(listener, nil, nil)
    #endif
    guard client >= 0 else { return }
    let fate = plan.fate()
    let server = socket(AF_INET, streamType, 0)
    for descriptor in [client, server] {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      #if canImport(Darwin)
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
      #endif
    }
    var address = CuttingProxy.loopback(port: fate.target)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    let pair = Pair(client: client, server: server, life: fate.life, isReset: fate.isReset)
    if result == 0 { pairs.append(pair) } else { hangUp(pair) }
  }

  /// Passes on what is there, as far as the link's life goes.
  ///
  /// - Returns: whether the link lives on.
  private func forward(_ index: Int, toServer: Bool) -> Bool {
    let fate = plan.fate()
    // Lives end when cutting does, and begin when it begins.
    pairs[index].life = fate.life == nil ? nil : pairs[index].life ?? fate.life
    let pair = pairs[index]
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = recv(toServer ? pair.client : pair.server, &bytes, bytes.count, 0)
    guard count > 0 else { return false }
    let passed = min(count, pair.life ?? count)
    var rest = bytes[..<passed]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { buffer in
        #if canImport(Darwin)
          Darwin.send(toServer ? pair.server : pair.client, buffer.baseAddress, buffer.count, 0)
        #else
          Glibc.send(toServer ? pair.server : pair.client, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
        #endif
      }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    if let life = pair.life {
      pairs[index].life = life - passed
      if life <= passed {
        plan.state.withLock { $0.cuts += 1 }
        return false
      }
    }
    return true
  }

  private func hangUp(_ pair: Pair) {
    var linger = linger(l_onoff: pair.isReset ? 1 : 0, l_linger: 0)
    for descriptor in [pair.client, pair.server] {
      setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
      close(descriptor)
    }
  }
}
