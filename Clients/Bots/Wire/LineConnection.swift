internal import CPoll
internal import WireProtocol

/// A blocking connection of lines: one request, one answer; lines in between are skipped.
///
/// For the load generator, which prepares ten thousand of them and hands their sockets to the poll loop of ``Crowd``: a
/// client of `ClientKit` has a thread and a task per request, so the load would measure the client. And for matches,
/// whose referee passes a server's messages on to programs unchanged. Other players use `ClientKit`.
final class LineConnection {
  /// The socket, for the code that takes it over with ``handOver()``.
  let descriptor: Int32
  private var isOpen = true
  private var received: [UInt8] = []
  private var consumed = 0
  private var nextID = 1
  private let document = JSONDocument()
  private let endpoint: Endpoint

  /// The seconds after which a silent server is given up.
  static let timeoutSeconds: Int32 = 30

  /// Connects, from the `source` address or the system's choice; the greeting is not read yet.
  init(to endpoint: Endpoint, from source: String? = nil) throws(Failure) {
    self.endpoint = endpoint
    descriptor =
      source.map { cpoll_connect_from($0, endpoint.host, endpoint.port) } ?? cpoll_connect(endpoint.host, endpoint.port)
    guard descriptor >= 0 else {
      throw Failure("no connection to \(endpoint.host):\(endpoint.port)", result: Int(descriptor))
    }
    _ = cpoll_set_timeout(descriptor, Self.timeoutSeconds)
  }

  deinit {
    if isOpen { cpoll_close(descriptor) }
  }

  /// Releases the socket, with the unread bytes.
  func handOver() -> (descriptor: Int32, unread: [UInt8]) {
    isOpen = false
    return (descriptor, Array(received[consumed...]))
  }

  func send(_ bytes: [UInt8]) throws(Failure) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { cpoll_send(descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent) }
      guard count > 0 else { throw Failure("sending to \(endpoint.host):\(endpoint.port)", result: count) }
      sent += count
    }
  }

  func readLine() throws(Failure) -> [UInt8] {
    var searched = consumed
    while true {
      if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(received[consumed..<end])
        consumed = end + 1
        return line
      }
      searched = received.count - consumed
      try receive()
    }
  }

  private func receive() throws(Failure) {
    received.removeFirst(consumed)
    consumed = 0
    let known = received.count
    received.append(contentsOf: repeatElement(0, count: 65_536))
    let count = received.withUnsafeMutableBytes { buffer in
      cpoll_receive(descriptor, buffer.baseAddress.map { $0 + known }, buffer.count - known)
    }
    received.removeLast(65_536 - max(0, count))
    if count == 0 { throw Failure("\(endpoint.host):\(endpoint.port) closed the connection") }
    if count < 0 { throw Failure("waiting for \(endpoint.host):\(endpoint.port)", result: count) }
  }

  private func readMessage() throws(Failure) -> JSON {
    let line = try readLine()
    do {
      try document.parse(line)
    } catch {
      throw Failure("the server sent a line that is not JSON: \(String(decoding: line.prefix(80), as: UTF8.self))")
    }
    return document.root.value
  }

  func post(_ request: JSONObject) throws(Failure) -> Int {
    let id = nextID
    nextID += 1
    var request = request
    request["id"] = .int(id)
    try send(Array((JSON.object(request).text + "\n").utf8))
    return id
  }

  func answer(to id: Int) throws(Failure) -> JSON {
    while true {
      let message = try readMessage()
      guard message["re"]?.intValue == id else { continue }
      guard message["type"]?.stringValue == "error" else { return message }
      throw Failure("the server refused: \(message["message"]?.stringValue ?? "no reason given")")
    }
  }

  func ask(_ request: JSONObject) throws(Failure) -> JSON { try answer(to: try post(request)) }
}

struct Endpoint: Hashable {
  var host = "127.0.0.1"
  var port: UInt16 = 7770
}

/// Why a bot cannot continue, as a sentence.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// A system error about `what`; `result` is a negative errno value.
  init(_ what: String, result: Int) {
    if result == Int(CPOLL_UNKNOWN_HOST) {
      description = "\(what): the system knows no such host"
      return
    }
    var text = [CChar](repeating: 0, count: 256)
    cpoll_error_text(Int32(clamping: 0 - max(-Int.max, result)), &text, text.count)
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    description = "\(what): \(String(decoding: bytes, as: UTF8.self))"
  }
}
