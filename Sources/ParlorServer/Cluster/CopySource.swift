import ClusterLink
import Confinement
import ParlorCore
import Storage

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Serves copies of this node's tables, off the loop: written to a file, read in pieces, and deleted.
final class CopySource: Sendable {
  private final class State {
    var descriptor: Int32 = -1

    func closeFile() {
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }
  }

  private let storage: SQLiteStorage
  private let state = Confined(label: "parlor.cluster.copies", State())
  /// Takes each piece of a copy with the number of its request: empty at the end, `nil` on failure.
  private let deliver: @Sendable (Int, [UInt8]?) -> Void

  init(_ storage: SQLiteStorage, _ deliver: @escaping @Sendable (Int, [UInt8]?) -> Void) {
    self.storage = storage
    self.deliver = deliver
  }

  /// Makes a copy, and delivers its first piece.
  func begin(_ number: Int) {
    let path = storage.outgoingCopyPath
    storage.copyTables(to: path) { [self] failure in
      state.later { [self] state in
        state.closeFile()
        guard failure == nil else { return deliver(number, nil) }
        state.descriptor = open(path, O_RDONLY | O_CLOEXEC)
        // The file stays readable while it is open, and is gone however this process ends.
        unlink(path)
        readPiece(number, state)
      }
    }
  }

  /// Delivers the next piece.
  func next(_ number: Int) { state.later { [self] state in readPiece(number, state) } }

  /// Ends a copy early.
  func end() { state.later { $0.closeFile() } }

  private func readPiece(_ number: Int, _ state: State) {
    var isRead = true
    let piece = [UInt8](unsafeUninitializedCapacity: CopyRequest.mostBytes) { buffer, count in
      let read = read(state.descriptor, buffer.baseAddress, buffer.count)
      isRead = read >= 0
      count = max(0, read)
    }
    if piece.isEmpty { state.closeFile() }
    deliver(number, isRead ? piece : nil)
  }
}

/// The loop's part: serves one node at a time; others ask another node, or retry.
final class CopyServing {
  private let source: CopySource
  private var number = 0
  private var request: CopyRequest?

  init(_ source: CopySource) { self.source = source }

  func answer(_ request: CopyRequest) {
    if let last = self.request, !last.isOver { return request.refuse() }
    number += 1
    self.request = request
    request.whenReady = { [source, number] in source.next(number) }
    source.begin(number)
  }

  func deliver(_ piece: [UInt8]?, of number: Int) {
    guard number == self.number, let request, !request.isOver else { return source.end() }
    guard let piece else { return request.refuse() }
    guard piece.isEmpty else { return request.send(piece) }
    request.finish()
    self.request = nil
  }
}
