// Hand-written parts of requests of reporting players, moderators and the operator.

extension Request.Report {
  /// The subject of a report.
  public enum Subject: Hashable, Sendable {
    /// A player, with their recent talk in a room.
    case player(String, room: String?)
    /// A line of talk.
    case line(room: String?, seq: Int)
    /// A shared result.
    case share(Int)
  }

  /// The subject of the report.
  public var subject: Subject {
    if let seq { return .line(room: room, seq: seq) }
    return share.map { .share($0) } ?? .player(player ?? "", room: room)
  }

  func check() throws(WireError) {
    if reason == .other, text == nil {
      throw WireError(.badField, "Where the reason is \"other\", \"text\" says what it is")
    }
  }

  /// `ana insults`, `ana spam in every room`, `12 not a result`: if the second word is no reason, it begins a sentence.
  init(typed command: TextCommand) throws(WireError) {
    let whom = try command.word(or: "/report PLAYER REASON, for example /report ana insults")
    guard let why = command.optionalRest(1) else {
      throw WireError(.badField, "Say why: /report \(whom) REASON. A reason is \(Self.reasonList), or any words")
    }
    let share = Int(whom)
    let reason = command.optionalWord(1).flatMap { Reason(rawValue: $0.lowercased()) } ?? .other
    self.init(
      player: share == nil ? whom : nil, share: share, reason: reason,
      text: reason == .other ? why : command.optionalRest(2))
  }

  private static let reasonList = Reason.allCases.filter { $0 != .other }.map(\.rawValue).joined(separator: ", ")
}

/// A measure: whom it concerns, its duration, and the reason.
public struct Measure: Hashable, Sendable {
  /// A player's name, an address, or an address range.
  public var whom: String
  /// The duration.
  public var term: Term
  /// The reason, which the player is told.
  public var reason: String?

  /// Creates a measure.
  public init(_ whom: String, term: Term = .forever, reason: String? = nil) {
    self.whom = whom
    self.term = term
    self.reason = reason
  }

  /// `ana 7d spam and worse`, after `count` words: whom, the duration if given, and the reason.
  init(typed command: TextCommand, behind count: Int = 0) throws(WireError) {
    let words = command.words
    let whom = try command.word(count)
    var place = count + 1
    // `mute ana for 10m spam` means the same without `for`.
    if words.count > place + 1, words[place].lowercased() == "for", Self.isCounted(words[place + 1]) { place += 1 }
    let word = command.optionalWord(place)
    let term = word.flatMap { Term($0) }
    // An invalid term would otherwise mean a permanent measure.
    if term == nil, let word, Self.isCounted(word) {
      throw WireError(
        .badField, "\(Term.sentence), not \(word.prefix(32)); a reason that begins with a number stands behind it")
    }
    self.init(
      whom, term: term ?? .forever, reason: command.optionalRest(term == nil ? count + 1 : place + 1))
  }

  /// Whether a word begins with a number.
  private static func isCounted(_ word: String) -> Bool {
    word.drop { $0 == "-" || $0 == "+" }.first?.isNumber == true
  }
}

/// A request about a player, an address, or an address range.
public protocol WhomRequest: WireRequest {
  /// A player's name.
  var player: String? { get }
  /// An address or an address range.
  var address: String? { get }
}

extension WhomRequest {
  /// A player's name or an address.
  public var whom: String { player ?? address ?? "" }
}

extension Request.Disconnect: WhomRequest {
  /// The request as a measure.
  public var measure: Measure { Measure(whom, reason: reason) }
}

extension Request.Ban: WhomRequest {
  /// The request as a measure.
  public var measure: Measure { Measure(whom, term: term, reason: reason) }

  init(typed command: TextCommand) throws(WireError) {
    let measure = try Measure(typed: command)
    self.init(player: measure.whom, term: measure.term, reason: measure.reason)
  }
}

extension Request.Silence {
  /// The request as a measure.
  public var measure: Measure { Measure(player, term: term, reason: reason) }

  init(typed command: TextCommand) throws(WireError) {
    let measure = try Measure(typed: command)
    self.init(player: measure.whom, term: measure.term, reason: measure.reason)
  }
}

extension Request.SendAway {
  /// The request as a measure.
  public var measure: Measure { Measure(player, term: term, reason: reason) }

  init(typed command: TextCommand) throws(WireError) {
    let measure = try Measure(typed: command, behind: 1)
    self.init(room: try command.word(), player: measure.whom, term: measure.term, reason: measure.reason)
  }
}

extension Request.Announce {
  /// `The server restarts at noon.`, `room=lunch Time is up.`
  init(typed command: TextCommand) throws(WireError) {
    let first = try command.word()
    guard first.hasPrefix("room=") else {
      self.init(text: command.rest)
      return
    }
    self.init(text: try command.rest(1), room: String(first.dropFirst(5)))
  }
}

extension Request.Maintenance {
  /// `on 10` or `off`.
  init(typed command: TextCommand) throws(WireError) {
    let minutes = command.optionalWord(1).flatMap { Int($0) }
    switch (command.words.first?.lowercased(), command.words.count) {
    case ("on", 1): self.init(isOn: true)
    case ("on", 2) where minutes.map(Self.minutesRange.contains) == true: self.init(isOn: true, minutes: minutes)
    case ("off", 1): self.init(isOn: false)
    default: throw command.typeItLikeThis()
    }
  }
}

extension Request.Audit {
  /// A name and a number, in any order.
  init(typed command: TextCommand) throws(WireError) {
    let numbers = command.words.lazy.compactMap { Int($0) }.filter { $0 > 0 }
    self.init(player: command.words.first { Int($0) == nil }, after: numbers.first)
  }
}

extension Request.Hide {
  /// The talk in question.
  public enum Spoken: Hashable, Sendable {
    /// All talk of a player in the room.
    case player(String)
    /// The line with that number.
    case line(Int)
  }

  /// The talk in question.
  public var spoken: Spoken { seq.map { .line($0) } ?? .player(player ?? "") }

  /// `wordle ana a slur`, `wordle #17`: a word with the sign is no name.
  init(typed command: TextCommand) throws(WireError) {
    let (room, word) = (try command.word(), try command.word(1))
    let seq = word.hasPrefix("#") ? try command.number(1, "LINE") : nil
    self.init(room: room, player: seq == nil ? word : nil, seq: seq, reason: command.optionalRest(2))
  }
}

extension Request.Reports {
  /// `settled 12`.
  init(typed command: TextCommand) throws(WireError) {
    let after = command.words.lazy.compactMap { Int($0) }.first { $0 > 0 }
    self.init(settled: command.words.first == "settled", after: after)
  }
}

extension Request.ErasePlayer {
  init(typed command: TextCommand) throws(WireError) {
    self.init(player: try command.word(), confirmed: command.optionalWord(1))
  }
}
