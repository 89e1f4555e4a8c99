/// Topics of `/help` other than commands: each fits one screen, with examples.
package enum HelpTopic: String, CaseIterable {
  case daily, race, together, practice, points, pasting, colours, cards, account

  /// The topic with a name or a synonym.
  package init?(_ word: String) {
    switch word.lowercased() {
    case "dailies", "day", "today": self = .daily
    case "races", "racing", "round", "rounds": self = .race
    case "team", "coop", "shared": self = .together
    case "alone", "archive": self = .practice
    case "point", "scoring": self = .points
    case "paste", "claim", "claims", "wordle-results": self = .pasting
    case "colors", "color", "colour", "tiles", "emoji": self = .colours
    case "vocabulary", "vocab", "flashcards", "card", "learn", "learning": self = .cards
    case "accounts", "passwords", "tokens": self = .account
    case let word:
      guard let topic = HelpTopic(rawValue: word) else { return nil }
      self = topic
    }
  }

  /// The text, in lines of at most 80 columns.
  var lines: [String] {
    switch self {
    case .daily: Self.ofDailies
    case .race: Self.ofRaces
    case .together: Self.ofTogether
    case .practice: Self.ofPractice
    case .points: Self.ofPoints
    case .pasting: Self.ofPasting
    case .colours: Self.ofColours
    case .cards: Self.ofCards
    case .account: Self.ofAccounts
    }
  }

  private static let ofDailies = [
    "Dailies: one puzzle a day for everybody, a board each, at midnight a new one.",
    "  /join wordle                          today's puzzle; the name alone will do",
    "  /join wordle hard                     the same by harder rules",
    "  /name ana                             claim a name: results and streaks count,",
    "                                        and you can go on from anywhere",
    "  /share                                post the result: it shows no letters",
    "  /stats, /calendar, /leaderboard day   how you have done; your month; the best",
    "Once you have finished, talk about the puzzle: others read it when they have, too.",
  ]

  private static let ofAccounts = [
    "Your name: results and words are kept under it, and you can go on from anywhere.",
    "  /name ana                             claim a name; a token brings you back",
    "  /register ana PASSWORD                claim a name with a password",
    "  /password PASSWORD                    give your name a password",
    "  /password OLD = NEW                   change it: tokens of before end",
    "  /login ana PASSWORD                   come back (or /login ana TOKEN)",
    "  /rename anna [PASSWORD], /logout      another name; be a guest again",
    "  /forget-me ana PASSWORD               delete it all, for good",
    "What you type here can be seen on the screen; a line that others could read is refused.",
  ]

  private static let ofRaces = [
    "A race: a board each on the same puzzle, in rounds; you see the others' colours.",
    "  /create lunch wordle race code=tacos  opens one; without code it is listed",
    "  /create lunch wordle race time=120    rounds of two minutes",
    "  /join lunch tacos                     the others come in",
    "  /start                                the first round; others come after it",
    "  /watch lunch tacos, /board ana        look on; see a player's board",
    "Those who solve it come first, then fewer tries (or more points), then less time.",
  ]

  private static let ofTogether = [
    "Together: one board for all; everybody moves when they like and sees each move.",
    "  /create lunch wordle together         opens a room; a round begins at once",
    "  /join lunch                           the others sit down at the board",
    "  /say try an e                         talk about it",
    "  /start                                the next round, when this one is done",
    "  /create class wordle together vote    by vote: 10 s from the first vote on",
  ]

  private static let ofPractice = [
    "Practice: alone, as often as you like; it does not touch dailies and streaks.",
    "  /practice wordle                      a puzzle; /start deals the next",
    "  /practice wordle hard                 with settings: /help wordle tells which",
    "  /practice wordle day=2026-11-19       a past daily; /start: the day before",
    "  /practice wordle puzzle=300           the same by its number",
    "  /leave                                back; the room is gone then",
  ]

  private static let ofPoints = [
    "Points: what a result is worth, by the game's own rule; none is less than 0.",
    "  /help wordsearch                      how a game's points come about",
    "  /leaderboard week                     the best by the average of their results",
    "  /leaderboard month                    results played elsewhere, added up",
    "In races those who solve it come first, then more points, then less time.",
  ]

  private static let ofPasting = [
    "Pasting: results of Wordle, Worldle, Quordle, Connections and Strands that were",
    "played elsewhere, as their games give them to you. Paste all of it:",
    "  Wordle 1,492 3/6",
    "",
    "  ⬛🟨⬛⬛⬛",
    "  🟩⬛🟨⬛🟩",
    "  🟩🟩🟩🟩🟩",
    "It is posted when its last row has come, or after a second. What contradicts",
    "itself is refused. /unshare 88 takes it back; /leaderboard month counts them.",
  ]

  private static let ofCards = [
    "Cards: words of your own, kept under your name; nobody else sees them.",
    "  /add-language Spanish                 begins a language; /languages lists them",
    "  /add casa = house, /edit 1, /delete 1 its words",
    "  /search man, /mark 1                  find them; mark those to see again",
    "  /section random, /turn 1, /invert     twenty cards; the other side; swap",
    "  /section repeat, /regenerate          those that are marked; others",
    "  /study, /new-per-day 20               what is due today; new words a day",
    "  /cards, /cards new 10 choices         go through some for a score; /share",
    "  house; ? and then good                on a card: answer, or see it and rate it",
    "  -, *, ~, #                            undo, mark, ask the other side, choices",
    "  /import, /export, /decks              many at once, as Anki has them; ours",
  ]

  private static let ofColours = [
    "Colours: what the tiles say.",
    "  🟩 right, in its place   🟨 elsewhere   ⬛ not in the puzzle   ⬜ open",
    "  🟪 🟦 🟧 🟥 🟫 found, by the first to fifth player",
    "  /theme light                          ⬜ not in the puzzle, 🔲 open",
    "  /theme contrast                       🟧 right, 🟦 elsewhere",
    "  /theme dark                           the usual colours",
  ]
}
