/// An authenticated node's request for a copy of this node's tables. Used on the loop.
///
/// The copy is sent in pieces: ``whenReady`` asks for the next one when the link has room for it.
public final class CopyRequest {
  private let link: Link
  private var count: UInt64 = 0
  private var isCongested = false
  private var wantsMore = false
  /// Asks for the next piece; set by the code that answers the request.
  public var whenReady: () -> Void = {}

  init(_ link: Link) { self.link = link }

  /// The longest piece in bytes.
  public static let mostBytes = 1 << 18

  /// The name of the requesting node.
  public var node: String { link.peer }

  /// Whether the other side has gone.
  public var isOver: Bool { link.isOver }

  /// Sends a piece of at most ``mostBytes``, and asks for the next one soon.
  public func send(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { link.send(DownFrame.copy($0)) }
    count += UInt64(bytes.count)
    wantsMore = true
  }

  /// Ends the copy after its last piece.
  public func finish() { link.send(DownFrame.copied(count)) }

  /// Refuses the request: the other side asks another node.
  public func refuse() { link.close() }

  func became(congested: Bool) { isCongested = congested }

  /// The end of a turn: earlier pieces were handed to the kernel, as far as it has room.
  func turn() {
    guard wantsMore, !isCongested, !isOver else { return }
    wantsMore = false
    whenReady()
  }
}
