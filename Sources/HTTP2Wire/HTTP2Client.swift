/// The client side of an HTTP/2 connection (RFC 9113) with one request at a time: a pure value without I/O.
///
/// `append` received bytes, call `next` until it returns `.needsMore`, and send what `takeOutput` returns after each of
/// these and after `open`. No input traps, and memory is bounded.
package struct HTTP2Client: Sendable {
  /// A result of `next`.
  package enum Event: Hashable, Sendable {
    /// Nothing complete.
    case needsMore
    /// The headers of the response, or its trailers.
    case fields([HPACKField], isEnd: Bool)
    /// A part of the response's body.
    case data(ArraySlice<UInt8>, isEnd: Bool)
    /// The peer reset the stream, with this code.
    case reset(HTTP2ErrorCode)
    /// The connection has failed; nothing more is read.
    case broken(HTTP2Fault)
  }

  private struct Stream {
    let id: UInt32
    /// The encoded headers, until they are taken as output.
    var head: [UInt8]?
    var body: ArraySlice<UInt8>
    /// Whether the request ends after the body.
    let ends: Bool
    var window: Int
    /// Bytes of the response since the last WINDOW_UPDATE.
    var received = 0

    var isSent: Bool { head == nil && body.isEmpty }
  }

  private enum State: Hashable {
    /// The peer's first frame must be SETTINGS.
    case start
    case running
    /// After GOAWAY: no further request can be opened.
    case closing
    case over(HTTP2Fault)
  }

  private var state = State.start
  private var frames = HTTP2FrameReader()
  private var fields = HTTP2FieldBlock()
  private var stream: Stream?
  private var lastID: UInt32 = 0
  /// The send windows of the connection and of a new stream.
  private var window = HTTP2Window.initial
  private var initialWindow = HTTP2Window.initial
  private var received = 0
  /// Control frames to be sent.
  private var output = HTTP2Window.preface

  /// A new connection; its preface is its first output.
  package init() {}

  /// Whether a request can be opened.
  package var canOpen: Bool {
    switch state {
    case .start, .running: lastID < UInt32(Int32.max) - 2
    case .closing, .over: false
    }
  }

  /// Whether the whole request was taken as output. Before that no peer can have received all of it.
  package var isRequestSent: Bool { stream?.isSent ?? true }

  /// Opens a request. A request that is in progress is cancelled.
  ///
  /// - Parameter ends: whether the body ends the request; otherwise both directions stay open.
  package mutating func open(_ fields: [HPACKField], body: [UInt8], ends: Bool) {
    closeStream()
    lastID += lastID == 0 ? 1 : 2
    stream = Stream(
      id: lastID, head: HPACKEncoding.block(of: fields), body: body[...], ends: ends, window: initialWindow)
  }

  package mutating func append(_ bytes: some Collection<UInt8>) {
    if case .over = state { return }
    frames.append(bytes)
  }

  /// Parses the bytes received so far.
  package mutating func next() -> Event {
    if case .over(let fault) = state { return .broken(fault) }
    do throws(HTTP2Fault) {
      while let frame = try frames.next() {
        if let event = try take(frame) { return event }
      }
      return .needsMore
    } catch {
      state = .over(error)
      frames = HTTP2FrameReader()
      return .broken(error)
    }
  }

  /// The bytes to send now: control frames, then as much of the request as flow control allows.
  package mutating func takeOutput() -> [UInt8] {
    var bytes: [UInt8] = []
    swap(&bytes, &output)
    if var stream {
      self.stream = nil
      write(&stream, to: &bytes)
      self.stream = stream
    }
    return bytes
  }

  private mutating func write(_ stream: inout Stream, to bytes: inout [UInt8]) {
    if let head = stream.head {
      stream.head = nil
      bytes.reserveCapacity(bytes.count + head.count + stream.body.count + 64)
      let isWhole = stream.ends && stream.body.isEmpty
      bytes.append(
        frame: .headers, isWhole ? [.endHeaders, .endStream] : .endHeaders, stream: stream.id, payload: head)
    }
    while !stream.body.isEmpty {
      let count = min(stream.body.count, window, stream.window, HTTP2Frame.mostBytes)
      guard count > 0 else { return }
      let isWhole = stream.ends && count == stream.body.count
      bytes.append(frame: .data, isWhole ? .endStream : [], stream: stream.id, payload: stream.body.prefix(count))
      stream.body = stream.body.dropFirst(count)
      window -= count
      stream.window -= count
    }
  }

  /// Ends the stream. If the request is incomplete, the peer gets RST_STREAM.
  private mutating func closeStream() {
    if let stream, stream.head == nil, !stream.ends || !stream.body.isEmpty {
      output.append(frame: .reset, stream: stream.id, payload: HTTP2Window.bytes(HTTP2ErrorCode.cancel.rawValue))
    }
    stream = nil
  }

  // MARK: - Frames

  private mutating func take(_ frame: HTTP2Frame) throws(HTTP2Fault) -> Event? {
    if state == .start {
      guard frame.kind == .settings, !frame.flags.contains(.ack) else {
        throw HTTP2Fault("the first frame is not SETTINGS")
      }
      state = .running
    }
    guard fields.isEmpty || frame.kind == .continuation else {
      throw HTTP2Fault("a frame inside a header block")
    }
    switch frame.kind {
    case .data: return try takeData(frame)
    case .headers, .continuation:
      guard let (list, isEnd) = try fields.take(frame) else { return nil }
      guard try isCurrent(frame.stream) else { return nil }
      if isEnd { closeStream() }
      return .fields(list, isEnd: isEnd)
    case .reset: return try takeReset(frame)
    case .settings: try takeSettings(frame)
    case .ping: try takePing(frame)
    case .goAway: return try takeGoAway(frame)
    case .windowUpdate: try takeWindowUpdate(frame)
    case .pushPromise: throw HTTP2Fault("an unrequested PUSH_PROMISE")
    case .priority, nil: break
    }
    return nil
  }

  /// Whether a frame belongs to the current request; it may belong to an earlier one.
  private func isCurrent(_ id: UInt32) throws(HTTP2Fault) -> Bool {
    guard id <= lastID, id % 2 == 1 else { throw HTTP2Fault("a frame of stream \(id), which does not exist") }
    return id == stream?.id
  }

  private mutating func takeData(_ frame: HTTP2Frame) throws(HTTP2Fault) -> Event? {
    let isCurrent = try isCurrent(frame.stream)
    let content = try frame.content()
    received += frame.payload.count
    guard received <= HTTP2Window.size else { throw HTTP2Fault("more data than the window allows") }
    if received > HTTP2Window.size / 2 {
      output.append(frame: .windowUpdate, payload: HTTP2Window.bytes(UInt32(received)))
      received = 0
    }
    guard isCurrent, var current = stream else { return nil }
    current.received += frame.payload.count
    guard current.received <= HTTP2Window.size else { throw HTTP2Fault("more data than the window allows") }
    if current.received > HTTP2Window.size / 2 {
      output.append(frame: .windowUpdate, stream: current.id, payload: HTTP2Window.bytes(UInt32(current.received)))
      current.received = 0
    }
    stream = current
    let isEnd = frame.flags.contains(.endStream)
    if isEnd { closeStream() }
    return content.isEmpty && !isEnd ? nil : .data(content, isEnd: isEnd)
  }

  private mutating func takeReset(_ frame: HTTP2Frame) throws(HTTP2Fault) -> Event? {
    guard frame.payload.count == 4 else { throw HTTP2Fault("RST_STREAM of \(frame.payload.count) bytes") }
    guard try isCurrent(frame.stream) else { return nil }
    stream = nil
    return .reset(HTTP2ErrorCode(rawValue: frame.payload.bigEndian(at: frame.payload.startIndex, bytes: 4)))
  }

  private mutating func takeSettings(_ frame: HTTP2Frame) throws(HTTP2Fault) {
    let payload = frame.payload
    guard frame.stream == 0, payload.count % 6 == 0 else { throw HTTP2Fault("SETTINGS of \(payload.count) bytes") }
    guard !frame.flags.contains(.ack) else { return }
    for place in stride(from: payload.startIndex, to: payload.endIndex, by: 6) {
      // SETTINGS_INITIAL_WINDOW_SIZE. The other settings permit more than this client uses.
      guard payload.bigEndian(at: place, bytes: 2) == 4 else { continue }
      let size = Int(payload.bigEndian(at: place + 2, bytes: 4))
      guard size <= HTTP2Window.maximum else { throw HTTP2Fault("a window of \(size) bytes") }
      // The window of the open stream changes by the difference; it may become negative.
      if let current = stream?.window {
        stream?.window = try HTTP2Window.adding(current, size - initialWindow)
      }
      initialWindow = size
    }
    output.append(frame: .settings, .ack, payload: [])
  }

  private mutating func takePing(_ frame: HTTP2Frame) throws(HTTP2Fault) {
    guard frame.stream == 0, frame.payload.count == 8 else {
      throw HTTP2Fault("PING of \(frame.payload.count) bytes")
    }
    if !frame.flags.contains(.ack) { output.append(frame: .ping, .ack, payload: frame.payload) }
  }

  /// Requests after the last stream that the peer names are not processed; earlier ones continue.
  private mutating func takeGoAway(_ frame: HTTP2Frame) throws(HTTP2Fault) -> Event? {
    guard frame.stream == 0, frame.payload.count >= 8 else { throw HTTP2Fault("a truncated GOAWAY") }
    state = .closing
    let last = frame.payload.bigEndian(at: frame.payload.startIndex, bytes: 4) & 0x7FFF_FFFF
    guard let stream, stream.id > last else { return nil }
    self.stream = nil
    return .reset(.refusedStream)
  }

  private mutating func takeWindowUpdate(_ frame: HTTP2Frame) throws(HTTP2Fault) {
    guard frame.payload.count == 4 else { throw HTTP2Fault("WINDOW_UPDATE of \(frame.payload.count) bytes") }
    let more = Int(frame.payload.bigEndian(at: frame.payload.startIndex, bytes: 4) & 0x7FFF_FFFF)
    guard more > 0 else { throw HTTP2Fault("WINDOW_UPDATE by 0") }
    if frame.stream == 0 {
      window = try HTTP2Window.adding(window, more)
    } else if try isCurrent(frame.stream), let current = stream?.window {
      stream?.window = try HTTP2Window.adding(current, more)
    }
  }
}
