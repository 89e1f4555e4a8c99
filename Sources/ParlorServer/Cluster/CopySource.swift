import ClusterLink
import Confinement
import ParlorCore
import Storage

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Copies of this node's tables for others, off the loop: made as a file, read piece by piece, and forgotten.
final class CopySource: Sendable {
  private final class State {
    var descriptor: Int32 = -1

    func letGo() {
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }
  }

  private let storage: SQLiteStorage
  private let state = Confined(label: "parlor.cluster.copies", State())
  /// Is handed each piece of a copy, by the number that it was asked for under: empty at the end, `nil` where there is
  /// none.
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
        state.letGo()
        guard failure == nil else { return deliver(number, nil) }
        state.descriptor = open(path, O_RDONLY | O_CLOEXEC)
        // What is open stays, whatever becomes of this process.
        unlink(path)
        readPiece(number, state)
      }
    }
  }

  /// Delivers the next piece.
  func next(_ number: Int) { state.later { [self] state in readPiece(number, state) } }

  /// Nobody wants the rest.
  func end() { state.later { $0.letGo() } }

  private func readPiece(_ number: Int, _ state: State) {
    var isRead = true
    let piece = [UInt8](unsafeUninitializedCapacity: CopyRequest.mostBytes) { buffer, count in
      let read = read(state.descriptor, buffer.baseAddress, buffer.count)
      isRead = read >= 0
      count = max(0, read)
    }
    if piece.isEmpty { state.letGo() }
    deliver(number, isRead ? piece : nil)
  }
}

/// The loop's part of it: one node at a time is given a copy, the others ask another node, or again.
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
