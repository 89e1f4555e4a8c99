internal import ClientKit

/// What the link is doing, in words.
enum LinkStatus: Hashable, Sendable {
  case connecting
  case online
  /// It is gone, and why; `at` is when the next attempt begins, in milliseconds of the program's clock.
  case lost(String, at: Int?)
  /// The server has said that it goes, and perhaps when it will be back.
  case restarting(at: Int?)
  case ended(String)

  var isOnline: Bool { self == .online }

  var retryAt: Int? {
    switch self {
    case .lost(_, let at), .restarting(let at): at
    default: nil
    }
  }

  /// A sentence; `nil` when there is nothing to say.
  func sentence(now: Int) -> String? {
    func wait(_ at: Int?) -> String {
      guard let at, at > now else { return "Trying again…" }
      let seconds = (at - now + 999) / 1000
      return seconds > 1 ? "Trying again in \(seconds) s, ^R at once." : "Trying again in 1 s."
    }
    switch self {
    case .connecting: return "Connecting…"
    case .online: return nil
    case .lost(let why, let at): return "\(why) \(wait(at))"
    case .restarting(let at): return "The server is restarting. \(wait(at))"
    case .ended(let why): return why
    }
  }
}
