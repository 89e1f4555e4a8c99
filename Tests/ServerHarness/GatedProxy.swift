import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Stands between clients and a server like a gate that the test opens and shuts: what the server says waits until it
/// is let through, links are hung up when the test says so, and bytes may be made to come one by one.
package final class GatedProxy: Sendable {
  package let port: UInt16
  private let gate: Gate
  /// Written to when the gate changes, closed to end the thread.
  private let bell: Int32

  package init(target: UInt16) throws {
    gate = Gate(target: target)
    let listener = socket(AF_INET, streamType, 0)
    var address = CuttingProxy.loopback(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    var ends: [Int32] = [-1, -1]
    guard isListening, pipe(&ends) == 0 else { throw CuttingProxy.SocketFault(number: errno) }
    port = UInt16(bigEndian: address.sin_port)
    bell = ends[1]
    for descriptor in [listener] + ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let loop = GateLoop(listener: listener, bell: ends[0], gate: gate)
    Thread.detachNewThread { loop.run() }
  }

  deinit { close(bell) }

  /// Hangs up every link, and every new one at once, until it is opened.
  package func shut() { change { $0.isShut = true } }

  /// Lets links live again.
  package func open() { change { $0.isShut = false } }

  /// From now on so many more bytes come through from the server; what is behind them waits. `nil` lets all through.
  package func admit(_ bytes: Int?) { change { $0.admitted = bytes } }

  /// Whether every byte is sent by itself, in both directions.
  package func sendByByte(_ isSlow: Bool) { change { $0.isByByte = isSlow } }

  /// How many bytes have come through from the server.
  package var admittedSoFar: Int { gate.state.withLock { $0.passed } }

  private func change(_ body: (inout Gate.State) -> Void) {
    gate.state.withLock { body(&$0) }
    var byte: UInt8 = 0
    _ = write(bell, &byte, 1)
  }
}

/// What may pass: shared by the test and the proxy's thread.
private final class Gate: Sendable {
  struct State {
    var isShut = false
    var admitted: Int?
    var isByByte = false
    var passed = 0
  }

  let target: UInt16
  let state = Mutex(State())

  init(target: UInt16) { self.target = target }

  /// How many bytes may be read from a side now.
  func room(toServer: Bool) -> Int {
    state.withLock { state in
      let most = state.isByByte ? 1 : 16_384
      return toServer ? most : min(most, state.admitted ?? most)
    }
  }

  func note(passed count: Int) {
    state.withLock { state in
      state.passed += count
      state.admitted = state.admitted.map { max(0, $0 - count) }
    }
  }
}

#if canImport(Darwin)
  private let streamType = SOCK_STREAM
#else
  private let streamType = Int32(SOCK_STREAM.rawValue)
#endif

/// The proxy's thread: everything in it is its own.
private final class GateLoop: @unchecked Sendable {
  private typealias Pair = (client: Int32, server: Int32)

  private let listener: Int32
  private let bell: Int32
  private let gate: Gate
  private var pairs: [Pair] = []

  init(listener: Int32, bell: Int32, gate: Gate) {
    (self.listener, self.bell, self.gate) = (listener, bell, gate)
  }

  func run() {
    while true {
      let isHeld = gate.room(toServer: false) == 0
      var entries = [bell, listener].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      for pair in pairs {
        entries.append(pollfd(fd: pair.client, events: Int16(POLLIN), revents: 0))
        // What may not pass is not looked at; a negative number is nobody's.
        entries.append(pollfd(fd: isHeld ? -1 : pair.server, events: Int16(POLLIN), revents: 0))
      }
      guard poll(&entries, nfds_t(entries.count), -1) >= 0 || errno == EINTR else { break }
      if entries[0].revents != 0 {
        var bytes = [UInt8](repeating: 0, count: 64)
        if read(bell, &bytes, bytes.count) <= 0 { break }
      }
      let isShut = gate.state.withLock { $0.isShut }
      var gone = isShut ? Set(pairs.indices) : []
      for index in pairs.indices where !isShut {
        let (client, server) = (entries[2 + 2 * index].revents != 0, entries[3 + 2 * index].revents != 0)
        if client, !forward(pairs[index], toServer: true) { gone.insert(index) }
        if server, !gone.contains(index), !forward(pairs[index], toServer: false) { gone.insert(index) }
      }
      for index in gone.sorted(by: >) { hangUp(pairs.remove(at: index)) }
      if entries[1].revents != 0 { accept(isShut: isShut) }
    }
    for pair in pairs { hangUp(pair) }
    close(listener)
    close(bell)
  }

  private func accept(isShut: Bool) {
    #if canImport(Darwin)
      let client = Darwin.accept(listener, nil, nil)
    #else
      let client = Glibc.accept(listener, nil, nil)
    #endif
    guard client >= 0 else { return }
    let server = socket(AF_INET, streamType, 0)
    for descriptor in [client, server] {
      var yes: Int32 = 1
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
      #if canImport(Darwin)
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
      #endif
    }
    var address = CuttingProxy.loopback(port: gate.target)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        isShut ? -1 : connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result == 0 { pairs.append((client, server)) } else { hangUp((client, server)) }
  }

  /// Passes on what is there and may pass.
  ///
  /// - Returns: whether the link lives on.
  private func forward(_ pair: Pair, toServer: Bool) -> Bool {
    let room = gate.room(toServer: toServer)
    guard room > 0 else { return true }
    var bytes = [UInt8](repeating: 0, count: room)
    let count = recv(toServer ? pair.client : pair.server, &bytes, bytes.count, 0)
    guard count > 0 else { return false }
    if !toServer { gate.note(passed: count) }
    var rest = bytes[..<count]
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
    return true
  }

  private func hangUp(_ pair: Pair) { for descriptor in [pair.client, pair.server] { close(descriptor) } }
}
