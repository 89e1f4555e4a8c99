internal import CPoll
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

final class FloodRun: Sendable {
  private let flood: Flood
  private let endpoint: Endpoint
  private let connections: Int
  private let isStopped = Atomic<Bool>(false)
  let sentBytes = Atomic<Int>(0)
  let connected = Atomic<Int>(0)

  init(_ flood: Flood, to endpoint: Endpoint, connections: Int) {
    self.flood = flood
    self.endpoint = endpoint
    self.connections = connections
  }

  struct Running: ~Copyable {
    fileprivate let run: FloodRun
    fileprivate let thread: pthread_t

    consuming func stop() {
      run.isStopped.store(true, ordering: .relaxed)
      pthread_join(thread, nil)
    }
  }

  /// Floods on a thread with the lowest priority: real attackers use other machines, so the cost of sending must not
  /// count as the server's.
  func start() throws(Failure) -> Running {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let code = pthread_create(
      &thread, nil,
      { box in
        cpoll_yield_to_others()
        // Optional on one platform only.
        let box: UnsafeMutableRawPointer? = box
        if let box { Unmanaged<FloodRun>.fromOpaque(box).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    #if canImport(Darwin)
      guard code == 0, let thread else { throw Failure("a thread for the flood cannot be made (error \(code))") }
    #else
      guard code == 0 else { throw Failure("a thread for the flood cannot be made (error \(code))") }
    #endif
    return Running(run: self, thread: thread)
  }

  private final class Seat {
    var descriptor: Int32
    var bytes: [UInt8]
    var sent = 0
    let block: [UInt8]

    init(_ descriptor: Int32, opening: String, block: String) {
      self.descriptor = descriptor
      bytes = Array((opening + block).utf8)
      self.block = Array(block.utf8)
    }
  }

  private func run() {
    let poller = cpoll_create()
    guard poller >= 0 else { return }
    var seats: [Seat] = []
    for number in 0..<connections {
      guard let seat = connect(number) else { continue }
      _ = cpoll_add(poller, seat.descriptor, UInt32(seats.count))
      _ = cpoll_set_writable(poller, seat.descriptor, UInt32(seats.count), 1)
      seats.append(seat)
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)
    var events = [cpoll_event](repeating: cpoll_event(), count: 256)
    while !isStopped.load(ordering: .relaxed) {
      let ready = cpoll_wait(poller, &events, Int32(events.count), 5_000_000)
      for event in events.prefix(Int(max(0, ready))) {
        let seat = seats[Int(event.tag)]
        var isOpen = seat.descriptor >= 0
        if isOpen, event.readable != 0, flood.reads || flood.reconnects {
          isOpen = cpoll_receive(seat.descriptor, buffer.baseAddress, buffer.count) > 0 && !flood.reconnects
        }
        if isOpen, event.writable != 0 { isOpen = sendBlock(seat) }
        guard !isOpen else { continue }
        cpoll_close(seat.descriptor)
        guard let fresh = connect(Int(event.tag)) else {
          seat.descriptor = -1
          continue
        }
        seats[Int(event.tag)] = fresh
        _ = cpoll_add(poller, fresh.descriptor, event.tag)
        _ = cpoll_set_writable(poller, fresh.descriptor, event.tag, flood.reconnects ? 0 : 1)
      }
    }
    for seat in seats where seat.descriptor >= 0 { cpoll_close(seat.descriptor) }
    cpoll_close(poller)
    buffer.deallocate()
  }

  private func connect(_ number: Int) -> Seat? {
    let descriptor = cpoll_connect(endpoint.host, endpoint.port)
    guard descriptor >= 0 else { return nil }
    _ = cpoll_set_nonblocking(descriptor)
    connected.wrappingAdd(1, ordering: .relaxed)
    return Seat(descriptor, opening: flood.opening(number), block: flood.block(number))
  }

  /// - Returns: whether the connection still exists.
  private func sendBlock(_ seat: Seat) -> Bool {
    for _ in 0..<4 {
      if seat.sent == seat.bytes.count {
        seat.bytes = seat.block
        seat.sent = 0
        if seat.bytes.isEmpty { return true }
      }
      let count = seat.bytes.withUnsafeBytes { bytes in
        cpoll_send(seat.descriptor, bytes.baseAddress.map { $0 + seat.sent }, bytes.count - seat.sent)
      }
      if count == Int(0 - EAGAIN) { return true }
      guard count > 0 else { return false }
      seat.sent += count
      sentBytes.wrappingAdd(count, ordering: .relaxed)
    }
    return true
  }
}
