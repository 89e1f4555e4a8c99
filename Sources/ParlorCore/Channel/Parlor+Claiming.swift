import GameKit
import WireProtocol

/// Results from elsewhere.
extension Parlor {
  func shareText(_ text: String, from session: Session, re: RequestID?) throws(WireError) {
    throw WireError(.notAResult, "This is no result")
  }
}
