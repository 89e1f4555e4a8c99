internal import HTTPWire
internal import ParlorCore

/// A connection as the service sees it.
final class HTTPClient {
  /// An answer that waits for its commit. Nothing else is read from the connection meanwhile, so that answers stay in
  /// the order of their requests even if it fails.
  struct Waiting {
    let ticket: CommitTicket
    let recipient: HTTPResponse.Recipient
  }

  let id: SessionID
  var parser: HTTPRequestParser
  var waiting: Waiting?
  /// In the list of those whose bytes are to be read on.
  var isReady = false
  /// Its peer does not read.
  var isSlow = false
  var isPaused = false
  /// The peer sends nothing more.
  var hasEnded = false
  /// Told to close.
  var isOver = false
  /// When the request that is arriving has to be here.
  var requestDue: Instant?
  /// When the connection is given up unless something happens.
  var due: Instant?
  /// Unsent bytes when the time was last up.
  var pendingBytes = 0

  init(id: SessionID, limits: HTTPLimits) {
    self.id = id
    parser = HTTPRequestParser(limits: limits)
  }

  var canBeServed: Bool { waiting == nil && !isSlow && !isOver }
}
