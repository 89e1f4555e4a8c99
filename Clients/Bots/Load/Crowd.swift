internal import CPoll

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Many connections on one thread: it waits for all of them at once, splits input into lines, and sends each
/// connection's output in one call. It parses nothing and allocates nothing per line, so that the server is measured,
/// not the generator.
final class Crowd {
  private final class Seat {
    let descriptor: Int32
    var partial: [UInt8]
    var output: [UInt8] = []
    var sent = 0
    var waitsToWrite = false

    init(_ descriptor: Int32, partial: [UInt8]) {
      self.descriptor = descriptor
      self.partial = partial
    }
  }

  private let seats: [Seat]
  private let poller: Int32
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 262_144, alignment: 16)
  private var events = [cpoll_event](repeating: cpoll_event(), count: 256)
  /// The time when the present bytes were read, in nanoseconds of the monotonic clock.
  private(set) var now = cpoll_nanoseconds()
  private(set) var bytesReceived = 0

  var count: Int { seats.count }

  /// Takes over prepared connections; unread complete lines are dropped.
  init(_ connections: [LineConnection]) throws(Failure) {
    poller = cpoll_create()
    var seats: [Seat] = []
    for connection in connections {
      let (descriptor, unread) = connection.handOver()
      let start = unread.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      seats.append(Seat(descriptor, partial: Array(unread[start...])))
    }
    self.seats = seats
    guard poller >= 0 else { throw Failure("waiting for many sockets", result: Int(poller)) }
    for (index, seat) in seats.enumerated() {
      _ = cpoll_set_nonblocking(seat.descriptor)
      let result = cpoll_add(poller, seat.descriptor, UInt32(truncatingIfNeeded: index))
      if result < 0 { throw Failure("waiting for many sockets", result: Int(result)) }
    }
  }

  deinit {
    for seat in seats { cpoll_close(seat.descriptor) }
    if poller >= 0 { cpoll_close(poller) }
    buffer.deallocate()
  }

  /// Queues bytes for a connection; ``flush(_:)`` or the end of its turn sends them.
  func queue(_ bytes: [UInt8], on index: Int) {
    seats[index].output.append(contentsOf: bytes)
  }

  func flush(_ index: Int) throws(Failure) {
    let seat = seats[index]
    while seat.sent < seat.output.count {
      let count = seat.output.withUnsafeBytes { bytes in
        cpoll_send(seat.descriptor, bytes.baseAddress.map { $0 + seat.sent }, bytes.count - seat.sent)
      }
      if count == Int(0 - EAGAIN) { return watchForWriting(seat, index, true) }
      if count < 0 { throw Failure("sending on connection \(index + 1)", result: count) }
      seat.sent += count
    }
    seat.output.removeAll(keepingCapacity: true)
    seat.sent = 0
    watchForWriting(seat, index, false)
  }

  private func watchForWriting(_ seat: Seat, _ index: Int, _ wanted: Bool) {
    guard seat.waitsToWrite != wanted else { return }
    seat.waitsToWrite = wanted
    _ = cpoll_set_writable(poller, seat.descriptor, UInt32(truncatingIfNeeded: index), wanted ? 1 : 0)
  }

  /// Waits for input, at most that many nanoseconds, and hands each complete line to `body`.
  ///
  /// - Parameter settle: called for a connection after all its input of this turn.
  func turn(
    atMost nanoseconds: Int64, body: (UnsafeRawBufferPointer, Int) throws(Failure) -> Void,
    settle: (Int) -> Void = { _ in }
  ) throws(Failure) {
    let ready = cpoll_wait(poller, &events, Int32(events.count), nanoseconds)
    now = cpoll_nanoseconds()
    guard ready >= 0 else { throw Failure("waiting for many sockets", result: Int(ready)) }
    for place in 0..<Int(ready) {
      let event = events[place]
      let index = Int(event.tag)
      if event.readable != 0 {
        try receive(index, body)
        settle(index)
        if !seats[index].waitsToWrite { try flush(index) }
      }
      if event.writable != 0 { try flush(index) }
    }
  }

  private func receive(
    _ index: Int, _ body: (UnsafeRawBufferPointer, Int) throws(Failure) -> Void
  ) throws(Failure) {
    let seat = seats[index]
    let count = cpoll_receive(seat.descriptor, buffer.baseAddress, buffer.count)
    if count == Int(0 - EAGAIN) { return }
    if count == 0 { throw Failure("the server closed connection \(index + 1) of \(seats.count)") }
    if count < 0 { throw Failure("reading from connection \(index + 1) of \(seats.count)", result: count) }
    now = cpoll_nanoseconds()
    bytesReceived += count
    try cut(UnsafeRawBufferPointer(rebasing: buffer[..<count]), seat, index, body)
  }

  private func cut(
    _ bytes: UnsafeRawBufferPointer, _ seat: Seat, _ index: Int,
    _ body: (UnsafeRawBufferPointer, Int) throws(Failure) -> Void
  ) throws(Failure) {
    var start = 0
    while start < bytes.count, let length = Self.lineLength(in: bytes, from: start) {
      let line = UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])
      start += length + 1
      if seat.partial.isEmpty {
        try body(line, index)
      } else {
        seat.partial.append(contentsOf: line)
        let whole = seat.partial
        seat.partial = []
        try Self.receive(whole, index, body)
      }
    }
    if start < bytes.count { seat.partial.append(contentsOf: bytes[start...]) }
  }

  private static func receive(
    _ line: [UInt8], _ index: Int, _ body: (UnsafeRawBufferPointer, Int) throws(Failure) -> Void
  ) throws(Failure) {
    let result = line.withUnsafeBytes { bytes -> Result<Void, Failure> in
      do throws(Failure) {
        return .success(try body(bytes, index))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  private static func lineLength(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = bytes.baseAddress, let end = memchr(base + start, 0x0A, bytes.count - start) else { return nil }
    return UnsafeRawPointer(end) - (base + start)
  }
}
