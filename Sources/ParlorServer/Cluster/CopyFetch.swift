import Cluster
import ClusterLink

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Fetches a copy of another node's tables into a file, on a blocking thread.
struct CopyFetch {
  /// Why there is no copy: the end of a sentence.
  struct Failure: Error {
    let phrase: String
  }

  let link: LinkConfiguration
  let path: String

  /// The longest silence of the other side, which sends heartbeats each second.
  private static let silenceTimeout = Duration.seconds(10)

  func run(fromHost host: String, port: UInt16) throws(Failure) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure(phrase: "\(path) cannot be written: \(String(cString: strerror(errno)))") }
    defer { close(file) }
    do throws(WaitingSocket.Fault) {
      let socket = try WaitingSocket(toHost: host, port: port, milliseconds: 2_000)
      try receive(on: socket, into: file)
    } catch {
      throw Failure(phrase: error.phrase)
    }
  }

  private func receive(on socket: WaitingSocket, into file: Int32) throws(WaitingSocket.Fault) {
    var receiver = CopyReceiver(link)
    try socket.send(receiver.opening, until: Deadline(after: Self.silenceTimeout))
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var beatDue = Deadline(after: .seconds(1))
    var isWhole = false
    while !isWhole {
      let count = try socket.receive(into: buffer, until: Deadline(after: Self.silenceTimeout))
      var answers: [[UInt8]] = []
      var isWritten = true
      do throws(LinkFault) {
        try receiver.received(UnsafeRawBufferPointer(rebasing: buffer[..<count])) { step in
          switch step {
          case .send(let answer): answers.append(answer)
          case .keep(let bytes): isWritten = isWritten && Self.append(bytes, to: file)
          case .end: isWhole = true
          }
        }
      } catch {
        throw .closed
      }
      guard isWritten else { throw .failed(-errno) }
      for answer in answers { try socket.send(answer, until: Deadline(after: Self.silenceTimeout)) }
      guard beatDue.millisecondsLeft == 0 else { continue }
      try socket.send(CopyReceiver.beat, until: Deadline(after: Self.silenceTimeout))
      beatDue = Deadline(after: .seconds(1))
    }
  }

  private static func append(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      guard written > 0 || errno == EINTR else { return false }
      rest = rest.dropFirst(max(0, written))
    }
    return true
  }
}
