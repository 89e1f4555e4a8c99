internal import WireProtocol

/// Pages about past results.
extension Shell {
  /// Opens a page by its key in the lobby, and returns whether it is such a key.
  mutating func lookBack(_ key: Key, game: String?) -> Bool {
    switch key {
    case .character("t"): look("stats", game: game)
    case .character("m"): look("calendar", game: game)
    case .character("l"): look("leaderboard", game: game)
    case .character("h"): look("history")
    case .character("c"):
      dialog = .form("Compare", for: .request("compare", .given(["game": game])), asking: ["with"], self)
    default: return false
    }
    return true
  }

  mutating func look(_ type: String, game: String? = nil, isClaimed: Bool = false) {
    let limit: Int? = ["leaderboard": 100, "history": 50][type]
    let fields = JSONObject.given(["game": game, "claimed": isClaimed ? true : nil, "limit": limit])
    open(.page(title(ofPage: type), .request(type, fields)))
  }

  func title(ofPage type: String) -> String {
    let names = [
      "stats": "statistics", "section": "cards", "shares": "shared results", "scores": "past scores", "found": "words",
    ]
    let name = names[type] ?? type.replacing("_", with: " ")
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  /// Only one past day of a game is open at a time, since the number of owned rooms is limited.
  mutating func leavePastDays(before question: Question) {
    guard question.type == "create", question["day"] != nil else { return }
    for room in rooms.values where room.isOfPastDay && room.game == question["game"] {
      ask("leave", ["room": room.name])
    }
  }
}
