#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Reads connections and handles their lines, in the order of ``FairQueue``.
extension EventLoop {
  /// The most lines of one connection that are handled before other connections of its address get a turn.
  static let linesPerPass = 128
  /// The clock is read after this many lines, or bytes, of one connection: reading it costs a twentieth of the cheapest
  /// line.
  private static let linesPerClockRead = 4
  private static let bytesPerClockRead = 512

  /// Handles queued connections in turn, until none is left or this part of the turn is over.
  func serve() {
    var time = outbox.clock()
    let end = outbox.endOfPart(from: time)
    let slice = outbox.slice
    while let connection = outbox.nextWaiting() {
      let sliceEnd = min(end, time &+ slice)
      outbox.charge(connection.peer, since: &time) {
        serve(connection, until: sliceEnd)
        outbox.unmute(connection)
        outbox.goOnReading(connection)
      }
      if time >= end { break }
    }
  }

  private func serve(_ connection: Connection, until end: UInt64) {
    guard connection.takesInput else { return }
    switch connection.framing {
    case .lines(let framer): serve(connection, framer, until: end)
    case .webSocket(let framer): serve(connection, framer, until: end)
    }
  }

  private func serve<F: Framer>(_ connection: Connection, _ framer: F, until end: UInt64) {
    if connection.awaitsHeader { return serveHeader(of: connection, framer, until: end) }
    // Kept lines come first, without a read: the buffer has room for the longest line and one read.
    if connection.isUnfinished {
      _ = framer.restore(into: buffer)
      return process(connection, framer, 0, atEnd: false, until: end)
    }
    let kept = framer.restore(into: buffer)
    let room = UnsafeMutableRawBufferPointer(
      rebasing: buffer[kept..<min(buffer.count, kept + bytesPerTurn(connection))])
    let count = read(connection, into: room)
    guard count >= 0 else { return readFailed(connection, Int32(truncatingIfNeeded: -count)) }
    if connection.kind.isStream { return deliver(connection, count) }
    if outbox.configuration.idleTimeoutMilliseconds > 0, connection.kind != .local {
      outbox.table.touch(connection, at: outbox.now)
    }
    process(connection, framer, count, atEnd: count == 0, until: end)
  }

  /// Reads the balancer's header; bytes behind it are the client's.
  private func serveHeader<F: Framer>(of connection: Connection, _ framer: F, until end: UInt64) {
    let count = read(
      connection, into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(bytesPerTurn(connection))))
    guard count >= 0 else { return readFailed(connection, Int32(truncatingIfNeeded: -count)) }
    guard count > 0, var header = outbox.headers[connection.id] else { return outbox.terminate(connection, .byPeer) }
    switch header.feed(UnsafeRawBufferPointer(rebasing: buffer[..<count])) {
    case .more: outbox.headers[connection.id] = header
    case .invalid: outbox.terminate(connection, .byServer)
    case .done(let peer, let used):
      if header.isEncrypted { connection.route = .encrypted }
      guard name(connection, peer) else { return }
      outbox.headers[connection.id] = nil
      let rest = count - used
      guard rest > 0, connection.phase < .closing else { return }
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[used..<count]))
      if connection.kind.isStream { return deliver(connection, rest) }
      process(connection, framer, rest, atEnd: false, until: end)
    }
  }

  private func read(_ connection: Connection, into room: UnsafeMutableRawBufferPointer) -> Int {
    let count = outbox.calls.receive(connection.descriptor, into: room)
    if count > 0 { outbox.statistics.bytesIn += UInt64(count) }
    // Less than there was room for is all there was; only the end may stand behind it.
    if count < room.count, count <= 0 || !connection.inputEnds { connection.hasInput = false }
    return count
  }

  private func readFailed(_ connection: Connection, _ code: Int32) {
    switch code {
    case EINTR: connection.hasInput = true
    case EAGAIN:
      // A hung-up connection without input would be reported for ever.
      if connection.hasHungUp { outbox.terminate(connection, .reset) }
    case ECONNRESET, EPIPE: outbox.terminate(connection, .reset)
    default: outbox.terminate(connection, .error(code))
    }
  }

  private func process<F: Framer>(
    _ connection: Connection, _ framer: F, _ count: Int, atEnd: Bool, until end: UInt64
  ) {
    let limit = outbox.configuration.maximumLineBytes
    let bytes = UnsafeRawBufferPointer(buffer)
    // A copy, so that handling a line does not overlap an access to the connection. Closing drops the rest.
    var framer = framer
    var atEnd = atEnd
    var pass = framer.admit(count, in: buffer)
    connection.isUnfinished = false
    var (steps, unlooked, unlookedBytes) = (0, 0, 0)
    scan: while connection.phase < .closing {
      // Checked before the first line too: `opened` for a connection from a balancer may pause it.
      if connection.stops.contains(.paused) {
        connection.isUnfinished = true
        break scan
      }
      switch framer.next(in: buffer, &pass, limit: limit, atEnd: atEnd) {
      case .line(let range):
        outbox.statistics.lines += 1
        handler.received(UnsafeRawBufferPointer(rebasing: bytes[range]), on: connection.id)
        unlookedBytes += range.count
      case .empty: break
      case .tooLong:
        _ = handler.refused(.lineTooLong, on: connection.id)
      case .httpRequest:
        endInput(of: connection, because: .httpRequest)
        break scan
      case .ping(let range):
        outbox.pong(UnsafeRawBufferPointer(rebasing: bytes[range]), to: connection)
      case .closed(let code):
        connection.closeCode = code
        atEnd = true
        pass.end = pass.searched
      case .violation(let code):
        connection.closeCode = code
        if code == .messageTooBig {
          endInput(of: connection, because: .messageTooLong)
        } else {
          outbox.close(connection, .byServer)
        }
        break scan
      case .end:
        break scan
      }
      steps += 1
      unlooked += 1
      if unlooked >= Self.linesPerClockRead || unlookedBytes >= Self.bytesPerClockRead {
        (unlooked, unlookedBytes) = (0, 0)
        if steps >= Self.linesPerPass || outbox.clock() >= end {
          connection.isUnfinished = true
          if !connection.stops.contains(.paused) { outbox.enqueue(connection) }
          break scan
        }
      }
      // The requests of a client that does not read its answers wait, so that its queue does not grow until it is
      // closed.
      guard let output = connection.output, output.count > outbox.configuration.softOutputBytes else {
        continue
      }
      outbox.flush(connection)
      if connection.stops.contains(.slow) {
        connection.isUnfinished = true
        break scan
      }
    }
    guard connection.phase < .closing, !connection.stops.contains(.ended) else { return }
    framer.keep(pass, in: bytes)
    connection.framing = framer.framing
    guard atEnd else { return }
    if handler.finished(connection.id) { outbox.close(connection, .byPeer) } else { outbox.stopWatching(connection) }
  }
  /// Stops reading a connection after a fault that ends its input.
  private func endInput(of connection: Connection, because fault: InputFault) {
    if handler.refused(fault, on: connection.id) {
      outbox.close(connection, .byServer)
    } else {
      connection.framing.clear()
      outbox.stopWatching(connection)
    }
  }
}
