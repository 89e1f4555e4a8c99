import Cluster
import Foundation
import ServerHarness
import Testing

/// Collects the events of a watch, and waits for them.
final class WatchListener: @unchecked Sendable {
  private let condition = NSCondition()
  private var events: [WatchEvent] = []

  @Sendable func receive(_ event: WatchEvent) {
    condition.withLock {
      events.append(event)
      condition.broadcast()
    }
  }

  var count: Int { condition.withLock { events.count } }

  /// Waits until the events satisfy a condition.
  func first<Value>(_ name: String, _ pick: ([WatchEvent]) -> Value?) throws -> Value {
    let end = Date(timeIntervalSinceNow: Patience.seconds)
    return try condition.withLock {
      while true {
        if let value = pick(events) { return value }
        let isInTime = condition.wait(until: end)
        try #require(isInTime, "no \(name) in \(events.suffix(3))")
      }
    }
  }

  func changes(_ count: Int) throws -> [KeyChange] {
    try first("\(count) changes") { events in
      let changes = events.flatMap { event in if case .changes(let changes) = event { changes } else { [KeyChange]() } }
      return changes.count >= count ? changes : nil
    }
  }

  /// The put values as text.
  func values(_ count: Int) throws -> [String] {
    try changes(count).compactMap { change in
      if case .put(let keyValue) = change { String(decoding: keyValue.value, as: UTF8.self) } else { nil }
    }
  }

  /// The event that ends the watch.
  func end() throws -> WatchEvent {
    try first("end") { events in
      events.last { event in
        switch event {
        case .compacted, .failed: true
        case .opened, .changes, .caughtUp: false
        }
      }
    }
  }

  func opening() throws -> Revision {
    try first("opening") { events in
      events.lazy.compactMap { event in if case .opened(let revision) = event { revision } else { nil } }.first
    }
  }
}
