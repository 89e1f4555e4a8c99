public import ParlorCore

/// What an HTTP service asks of the server around it.
public struct HTTPSurroundings {
  /// Relays a request to the node that owns the core; a `nil` answer means that the outcome is unknown.
  public typealias Relay = (_ request: [UInt8], _ answer: @escaping ([UInt8]?) -> Void) -> Void

  /// The current figures, for each scrape.
  let figures: () -> EdgeFigures
  /// `nil` if there is no other node.
  let relay: Relay?
  /// Takes entries of the server log.
  let log: (LogEntry) -> Void

  /// Creates surroundings; without a relay there is no other node.
  public init(figures: @escaping () -> EdgeFigures, relay: Relay? = nil, log: @escaping (LogEntry) -> Void) {
    self.figures = figures
    self.relay = relay
    self.log = log
  }
}
