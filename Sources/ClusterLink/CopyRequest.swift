/// A node that has proved to be one of the cluster asks for a copy of this one's tables. Used on the loop.
///
/// The copy goes in pieces: the next is asked for by ``whenReady`` once the link has room for it.
public final class CopyRequest {
  private let link: Link
  private var count: UInt64 = 0
  private var isCongested = false
  private var wantsMore = false
  /// Makes the next piece; set by whoever answers the request.
  public var whenReady: () -> Void = {}

  init(_ link: Link) { self.link = link }

  /// The most bytes of a piece.
  public static let mostBytes = 1 << 18

  /// Which node asks.
  public var node: String { link.peer }

  /// Nobody waits for it any more.
  public var isOver: Bool { link.isOver }

  /// Sends a piece, at most ``mostBytes``, and asks for the next before long.
  public func send(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { link.send(DownFrame.copy($0)) }
    count += UInt64(bytes.count)
    wantsMore = true
  }

  /// All of it was sent.
  public func finish() { link.send(DownFrame.copied(count)) }

  /// There is no copy: the other side asks another node.
  public func refuse() { link.close() }

  func became(congested: Bool) { isCongested = congested }

  /// The end of a turn: what was sent before has been handed to the kernel, as far as it has room.
  func turn() {
    guard wantsMore, !isCongested, !isOver else { return }
    wantsMore = false
    whenReady()
  }
}
