import Foundation
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

final class ProxyLoop: @unchecked Sendable {
  private struct Link {
    let client: Int32
    let server: Int32
    /// The bytes left until it is cut; `nil` for no limit.
    var life: Int?
    let isReset: Bool
    /// The client's first bytes; `nil` before they come.
    var opening: [UInt8]?
  }

  private let listener: Int32
  private let ear: Int32
  private let plan: ProxyPlan
  private var links: [Link] = []

  init(listener: Int32, ear: Int32, plan: ProxyPlan) {
    (self.listener, self.ear, self.plan) = (listener, ear, plan)
  }

  func run() {
    while true {
      let isHeld = plan.room(toServer: false) == 0
      var entries = [ear, listener].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      for link in links {
        entries.append(pollfd(fd: link.client, events: Int16(POLLIN), revents: 0))
        // Output that is held back is not polled: poll ignores negative descriptors.
        entries.append(pollfd(fd: isHeld ? -1 : link.server, events: Int16(POLLIN), revents: 0))
      }
      guard poll(&entries, nfds_t(entries.count), -1) >= 0 || errno == EINTR else { break }
      if entries[0].revents != 0 {
        var bytes = [UInt8](repeating: 0, count: 64)
        if read(ear, &bytes, bytes.count) <= 0 { break }
      }
      let isShut = plan.state.withLock { $0.isShut }
      var gone = Set(links.indices.filter { isShut || plan.shuts(opening: links[$0].opening) })
      for index in links.indices where !gone.contains(index) {
        let (client, server) = (entries[2 + 2 * index].revents != 0, entries[3 + 2 * index].revents != 0)
        if client, !forward(index, toServer: true) { gone.insert(index) }
        if server, !gone.contains(index), !forward(index, toServer: false) { gone.insert(index) }
      }
      for index in gone.sorted(by: >) { hangUp(links.remove(at: index)) }
      if entries[1].revents != 0 { accept(isShut: isShut) }
    }
    for link in links { hangUp(link) }
    close(listener)
    close(ear)
  }

  private func accept(isShut: Bool) {
    guard let client = Listening.take(from: listener) else { return }
    let fate = plan.fate()
    let target = plan.state.withLock { $0.target }
    if !isShut, let server = Listening.connect(to: target) {
      links.append(Link(client: client, server: server, life: fate.life, isReset: fate.isReset))
    } else {
      close(client)
    }
  }

  /// Forwards available bytes within the limits, and returns whether the connection stays open.
  private func forward(_ index: Int, toServer: Bool) -> Bool {
    let room = plan.room(toServer: toServer)
    guard room > 0 else { return true }
    // The limit is removed when cutting stops, and set when it starts.
    let fate = plan.fate()
    links[index].life = fate.life == nil ? nil : links[index].life ?? fate.life
    let link = links[index]
    var bytes = [UInt8](repeating: 0, count: room)
    let count = recv(toServer ? link.client : link.server, &bytes, bytes.count, 0)
    guard count > 0 else { return false }
    if toServer, link.opening == nil {
      links[index].opening = Array(bytes[..<count])
      if plan.shuts(opening: links[index].opening) { return false }
    }
    let passed = min(count, link.life ?? count)
    if !toServer { plan.note(passed: passed) }
    guard Listening.send(bytes[..<passed], to: toServer ? link.server : link.client) else { return false }
    guard let life = link.life else { return true }
    links[index].life = life - passed
    if life > passed { return true }
    plan.state.withLock { $0.cuts += 1 }
    return false
  }

  private func hangUp(_ link: Link) {
    var linger = linger(l_onoff: link.life != nil && link.isReset ? 1 : 0, l_linger: 0)
    for descriptor in [link.client, link.server] {
      setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
      close(descriptor)
    }
  }
}
