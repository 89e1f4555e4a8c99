internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Events from tasks to the loop, which blocks in `poll`: each wakes it by a byte in a pipe.
final class Mailbox: Sendable {
  private let events = Mutex<[AppEvent]>([])
  let readEnd: Int32
  let writeEnd: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  func post(_ event: AppEvent) {
    events.withLock { $0.append(event) }
    // Zero is not a signal: it only wakes. A full pipe wakes as well.
    var byte: UInt8 = 0
    _ = write(writeEnd, &byte, 1)
  }

  func take() -> [AppEvent] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }

  func signals() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(readEnd, &bytes, bytes.count)
    guard count > 0 else { return [] }
    return Set(bytes[..<count]).subtracting([0]).sorted().map { Int32($0) }
  }
}
