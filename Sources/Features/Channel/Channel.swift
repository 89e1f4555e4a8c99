import GameKit
public import Kernel
import ParlorCore
import PastedResults
import WireProtocol

/// The channel: results of matches on this server, pasted results of other sites' games, and reactions.
public struct Channel: Feature {
  public init() {}

  public static var documents: [DocumentForm] { [DocumentForm(ShareDocument.self, index: ChannelTables.self)] }

  public func register(in kernel: Kernel) {
    let book = ShareBook()
    kernel.add(book.shares)
    kernel.provide(book as any SharedResults)
    kernel.provide(Pastes() as any PasteReader)
    kernel.handleInSession { (request: Request.Share, context) throws(WireError) in try book.share(request, context) }
    kernel.handleInSession { (request: Request.Unshare, context) throws(WireError) in
      try book.unshare(request, context)
    }
    kernel.handleInSession { (request: Request.React, context) throws(WireError) in try book.react(request, context) }
    kernel.handleInSession { (request: Request.Shares, context) throws(WireError) in
      try book.sendPage(request, context)
    }
    kernel.handleInSession { (request: Request.Reveal, context) in book.sendLetters(request, context) }
    kernel.react { (done: DailyDone) in book.shareAutomatically(done) }
  }
}
