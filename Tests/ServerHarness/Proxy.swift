import Foundation
import GameKit
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A proxy between clients and a server that injects faults: it cuts connections after a random number of bytes, also
/// within lines, closes them, or holds back the server's output. The server's port may change while it runs.
package final class Proxy: Sendable {
  package let port: UInt16
  private let plan: ProxyPlan
  /// Written to when the plan changes, closed to end the thread.
  private let button: Int32

  /// - Parameters:
  ///   - seed: determines after how many bytes connections are cut.
  ///   - place: the last part of its address 127.0.0.N.
  ///   - port: its own port; 0 for any.
  package init(target: UInt16, seed: UInt64 = 0, at place: UInt8 = 1, port: UInt16 = 0) throws {
    plan = ProxyPlan(target: target, seed: seed)
    let (listener, port) = try Listening.start(at: place, port: port)
    let (ear, button) = try Listening.bell()
    (self.port, self.button) = (port, button)
    let loop = ProxyLoop(listener: listener, ear: ear, plan: plan)
    Thread.detachNewThread { loop.run() }
  }

  deinit { close(button) }

  package func redirect(to port: UInt16) { change { $0.target = port } }

  /// Cuts each connection, also existing ones, within that many further bytes, with a close or a reset; `nil` stops
  /// cutting.
  package func cut(within bytes: Int?) { change { $0.greatestLife = bytes } }

  package var cuts: Int { plan.state.withLock { $0.cuts } }

  /// Closes every connection, and new ones at once, until ``open()``.
  package func shut() { change { $0.isShut = true } }

  /// Closes connections whose first bytes end with these, and such new ones, until ``open()``.
  package func shut(openingsThatEndIn bytes: [UInt8]) { change { $0.shutEnding = bytes } }

  package func open() { change { ($0.isShut, $0.shutEnding) = (false, nil) } }

  /// Lets that many further bytes of the server through and holds back the rest; `nil` lets everything through.
  package func admit(_ bytes: Int?) { change { $0.admitted = bytes } }

  private func change(_ body: (inout ProxyPlan.State) -> Void) {
    plan.state.withLock { body(&$0) }
    var byte: UInt8 = 0
    _ = write(button, &byte, 1)
  }
}

final class ProxyPlan: Sendable {
  struct State {
    var random: SeededGenerator
    var target: UInt16
    var greatestLife: Int?
    var cuts = 0
    var isShut = false
    var shutEnding: [UInt8]?
    var admitted: Int?
  }

  let state: Mutex<State>

  init(target: UInt16, seed: UInt64) { state = Mutex(State(random: SeededGenerator(seed: seed), target: target)) }

  /// The number of bytes until a new connection is cut, and whether by a reset.
  func fate() -> (life: Int?, isReset: Bool) {
    state.withLock { state in
      (state.greatestLife.map { 1 + state.random.number(below: $0) }, state.random.number(below: 2) == 0)
    }
  }

  /// Whether connections with these first bytes are to be closed.
  func shuts(opening: [UInt8]?) -> Bool {
    guard let opening, let ending = state.withLock({ $0.shutEnding }) else { return false }
    return opening.suffix(ending.count).elementsEqual(ending)
  }

  /// The number of bytes that may be read from a side now.
  func room(toServer: Bool) -> Int {
    let most = 16_384
    return toServer ? most : min(most, state.withLock { $0.admitted } ?? most)
  }

  func note(passed count: Int) {
    state.withLock { $0.admitted = $0.admitted.map { max(0, $0 - count) } }
  }
}
