import GameKit
import WireProtocol

/// Commands about the channel.
extension TextCommand {
  /// `/share`, `/share 12` for a match, `/share lunch` for a room, or a pasted result behind the command.
  func share() -> Request.Share {
    guard let word = words.first else { return Request.Share() }
    if words.count > 1 { return Request.Share(text: rest) }
    return Int(word) == nil ? Request.Share(room: word) : Request.Share(match: word)
  }

  /// Words in any order: a day, the number of a share before which the page begins, a game, a player.
  func shares() throws(WireError) -> Request.Shares {
    var request = Request.Shares(limit: 10)
    for word in words {
      if Day(word) != nil {
        request.day = word
      } else if let number = Int(word), number > 0 {
        request.before = number
      } else if word.first?.isNumber == true {
        throw WireError(.badField, "Type it like this: /shares 2026-11-20, or /shares 88")
      } else if request.game == nil {
        request.game = word
      } else {
        request.player = word
      }
    }
    return request
  }

  /// Words in any order: a month, a game, a player.
  func calendar() throws(WireError) -> Request.Calendar {
    var request = Request.Calendar()
    for word in words {
      if word.first?.isNumber == true {
        guard Day(word + "-01") != nil else {
          throw WireError(.badField, "Type it like this: /calendar [MONTH] [GAME] [PLAYER], with a month like 2026-11")
        }
        request.month = word
      } else if request.game == nil {
        request.game = word
      } else {
        request.player = word
      }
    }
    return request
  }

  func shareNumber(_ usage: String) throws(WireError) -> Int {
    let word = try first(usage)
    guard let number = Int(word.drop { $0 == "#" }), number > 0 else {
      throw WireError(.badField, "Type it like this: \(usage), with the number that stands at the shared result")
    }
    return number
  }

  func row() throws(WireError) -> Int? {
    guard words.count > 1 else { return nil }
    guard let row = Int(words[1]), row > 0 else {
      throw WireError(.badField, "Type it like this: /reveal SHARE [ROW], with a row counted from 1")
    }
    return row
  }

  func reaction() throws(WireError) -> Reaction? {
    guard words.count > 1 else { return nil }
    guard let reaction = Reaction(rawValue: words[1]) else {
      let known = Reaction.allCases.map(\.rawValue).joined(separator: " ")
      throw WireError(.badField, "React with one of \(known)")
    }
    return reaction
  }

  func theme() throws(WireError) -> Theme? {
    guard let word = words.first else { return nil }
    guard let theme = Theme(rawValue: word.lowercased()) else {
      throw WireError(.badField, "Type it like this: /theme dark|light|contrast")
    }
    return theme
  }
}
