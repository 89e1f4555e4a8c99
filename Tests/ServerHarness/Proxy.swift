import Foundation
import GameKit
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Stands between clients and a server and does to their links what the test says: cuts them after so many bytes as
/// chance says, in the middle of lines too; hangs them up; holds back what the server says; sends byte by byte. Where
/// the server is may change while it runs.
package final class Proxy: Sendable {
  package let port: UInt16
  private let plan: ProxyPlan
  /// Written to when the plan changes, closed to end the thread.
  private let button: Int32

  /// - Parameters:
  ///   - seed: what the lengths of lives depend on, where links are cut.
  ///   - place: it listens at 127.0.0.N.
  ///   - port: its own; 0 for any.
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

  /// From now on each link, those that are there too, lives for so many more bytes at most, and ends with a goodbye or
  /// without; `nil` lets them live.
  package func cut(within bytes: Int?) { change { $0.greatestLife = bytes } }

  package var cuts: Int { plan.state.withLock { $0.cuts } }

  /// Hangs up every link, and every new one at once, until it is opened.
  package func shut() { change { $0.isShut = true } }

  /// Hangs up the links of those whose first bytes end in these, and every new one of theirs, until it is opened.
  package func shut(openingsThatEndIn bytes: [UInt8]) { change { $0.shutEnding = bytes } }

  package func open() { change { ($0.isShut, $0.shutEnding) = (false, nil) } }

  /// From now on so many more bytes come through from the server; what is behind them waits. `nil` lets all through.
  package func admit(_ bytes: Int?) { change { $0.admitted = bytes } }

  package func sendByByte(_ isSlow: Bool) { change { $0.isByByte = isSlow } }

  package var admittedSoFar: Int { plan.state.withLock { $0.passed } }

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
    var isByByte = false
    var passed = 0
  }

  let state: Mutex<State>

  init(target: UInt16, seed: UInt64) { state = Mutex(State(random: SeededGenerator(seed: seed), target: target)) }

  /// How many bytes a new link lives for, and whether it ends with a reset.
  func fate() -> (life: Int?, isReset: Bool) {
    state.withLock { state in
      (state.greatestLife.map { 1 + state.random.number(below: $0) }, state.random.number(below: 2) == 0)
    }
  }

  /// Whether links that began so are to be hung up.
  func shuts(opening: [UInt8]?) -> Bool {
    guard let opening, let ending = state.withLock({ $0.shutEnding }) else { return false }
    return opening.suffix(ending.count).elementsEqual(ending)
  }

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
