extension Request {
  /// What a player asks about the words that they learn. A language that is `nil` is the one that was dealt with last.
  public enum Vocabulary: Hashable, Sendable {
    /// What there is; with a name, that language is dealt with from then on.
    case languages(select: String?)
    /// A new language, with its first word if there is one.
    case addLanguage(name: String, first: Entry?)
    /// Another name, another retention, another number of new words a day; what is `nil` stays.
    case changeLanguage(String?, name: String?, retention: Int?, newPerDay: Int?)
    /// A language away with its words.
    case deleteLanguage(String)
    /// A new word.
    case addWord(language: String?, Entry)
    /// Another text for a word; what is left out stays.
    case editWord(Int, Entry)
    /// A word away.
    case deleteWord(Int)
    /// A word is to be seen again, or is not any more.
    case mark(Int, Bool)
    /// A page of words.
    case search(Search)
    /// A page of cards.
    case section(Section)
    /// Turns a card over; without a number the one that is studied.
    case turn(Int?, Bool)
    /// What there is to study, and the next card.
    case study(language: String?, choices: Bool)
    /// The next card of a run, which is begun if there is none.
    case cards(Cards)
    /// How well a word was known; without a number the one that is studied.
    case rate(Int?, Rating)
    /// Takes the last rating back.
    case undoRating

    /// What is written about a word; what is `nil` is not said.
    public struct Entry: Hashable, Sendable {
      /// In the language that is learnt.
      public var original: String?
      /// In a language that the player knows.
      public var translation: String?
      /// Whatever helps.
      public var note: String?
      /// `noun`, `verb` and so on.
      public var part: String?
      /// A sentence with the word in it.
      public var example: String?

      /// An entry.
      public init(
        original: String? = nil, translation: String? = nil, note: String? = nil, part: String? = nil,
        example: String? = nil
      ) {
        self.original = original
        self.translation = translation
        self.note = note
        self.part = part
        self.example = example
      }
    }

    /// The fields of `search`.
    public struct Search: Hashable, Sendable {
      /// The language.
      public var language: String?
      /// What is looked for on both sides; an empty text is in every word.
      public var text: String
      /// The number of the last word of the page before.
      public var after: Int
      /// Words, up to ``maximumPage``.
      public var limit: Int
      /// The most words that one answer lists.
      public static let maximumPage = 100
      /// The fields.
      public init(language: String? = nil, text: String = "", after: Int = 0, limit: Int = maximumPage) {
        self.language = language
        self.text = text
        self.after = after
        self.limit = limit
      }
    }

    /// The fields of `section`.
    public struct Section: Hashable, Sendable {
      /// The language.
      public var language: String?
      /// Which words; `nil` for the section that there is.
      public var kind: String?
      /// Whether it is made anew.
      public var regenerates: Bool
      /// Whether cards show the translation until they are turned; `nil` leaves them as they are.
      public var isInverted: Bool?
      /// Whether cards show the other side than before: what somebody at a terminal asks for, who sees them.
      public var isSwapped = false
      /// The number of the last card of the page before.
      public var after: Int?
      /// The kinds that there are.
      public static let kinds = ["all", "random", "repeat", "repeat_random"]
      /// The fields.
      public init(
        language: String? = nil, kind: String? = nil, regenerates: Bool = false, isInverted: Bool? = nil,
        after: Int? = nil
      ) {
        self.language = language
        self.kind = kind
        self.regenerates = regenerates
        self.isInverted = isInverted
        self.after = after
      }
    }

    /// The fields of `cards`.
    public struct Cards: Hashable, Sendable {
      /// The language.
      public var language: String?
      /// Which words: one of ``Section/kinds``.
      public var kind: String
      /// How many cards.
      public var count: Int
      /// Whether the other side is chosen from four.
      public var choices: Bool
      /// Whether a run that is under way is dropped for a new one.
      public var isNew: Bool
      /// How many cards a run has, unless it is said, and at most.
      public static let (usualCount, mostCards) = (20, 100)
      /// The fields.
      public init(
        language: String? = nil, kind: String = "random", count: Int = usualCount, choices: Bool = false,
        isNew: Bool = false
      ) {
        self.language = language
        self.kind = kind
        self.count = count
        self.choices = choices
        self.isNew = isNew
      }
    }

    /// How well a word was known.
    public enum Rating: Hashable, Sendable {
      /// As the player says: one of ``ratings``.
      case said(String)
      /// As what the player typed tells.
      case typed(String)
      /// What a player can say.
      public static let ratings = ["again", "hard", "good", "easy"]
    }
  }
}
