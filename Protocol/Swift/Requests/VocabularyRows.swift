extension RequestTable {
  private static let word: JSON = ["type": "integer", "minimum": 1]
  private static let language: JSON = [
    "type": "string", "description": "the language that was dealt with last, unless it is said",
  ]
  private static let entry: JSONObject = [
    "original": text, "translation": text, "note": text, "part": text, "example": text,
  ]

  private static func row(
    _ type: String, _ summary: String, example: JSONObject = [:], fields: JSONObject = [:], required: [String] = [],
    changes: Bool = false, typed: [TextForm] = [],
    reader: @escaping @Sendable (RequestFields) throws(WireError) -> Request.Vocabulary
  ) -> RequestRow {
    RequestRow(
      type, summary, example: example, fields: fields, required: required,
      needs: changes ? [.storage, .name] : [.name],
      typed: typed
    ) { fields throws(WireError) in .vocabulary(try reader(fields)) }
  }

  private static func form(
    _ usage: String, takesText: Bool = false,
    reader: @escaping @Sendable (TextCommand) throws(WireError) -> Request.Vocabulary
  ) -> TextForm {
    TextForm(usage, takesText: takesText) { typed throws(WireError) in .vocabulary(try reader(typed)) }
  }

  /// The requests about the words that a player learns.
  static let vocabularyRows: [RequestRow] = languageRows + wordRows + studyRows

  private static let languageRows: [RequestRow] = [
    row(
      "languages", "the languages that you learn; with \"select\" the one that requests are about which name none",
      example: ["select": "Spanish"], fields: ["select": text],
      typed: [
        form("/languages") { _ in .languages(select: nil) },
        form("/language NAME") { typed throws(WireError) in .languages(select: try typed.wholeRest()) },
      ]
    ) { fields throws(WireError) in .languages(select: try fields.optionalText("select")) },
    row(
      "add_language", "begin a language, with its first word if you like",
      example: ["name": "Spanish", "original": "casa", "translation": "house"],
      fields: entry.adding("name", text), required: ["name"], changes: true,
      typed: [
        form("/add-language NAME") { typed throws(WireError) in .addLanguage(name: try typed.wholeRest(), first: nil) }
      ]
    ) { fields throws(WireError) in try .addLanguage(fields) },
    row(
      "change_language", "another name for a language, another share of words to remember, or of new ones a day",
      example: ["language": "Spanish", "retention": 85],
      fields: [
        "language": language, "name": text,
        "retention": [
          "type": "integer", "minimum": 70, "maximum": 97,
          "description": "how many words in a hundred are to be remembered when they are due; 90 unless said otherwise",
        ],
        "new_per_day": [
          "type": "integer", "minimum": 0, "maximum": 1000,
          "description": "how many words that were never reviewed come on a day, at most; 20 unless said otherwise",
        ],
      ], changes: true,
      typed: [
        form("/rename-language NAME") { typed throws(WireError) in
          .changeLanguage(nil, name: try typed.wholeRest(), retention: nil, newPerDay: nil)
        },
        form("/retention PERCENT") { typed throws(WireError) in
          let percent = try typed.word()
          guard (70...97).contains(percent) else { throw typed.typeItLikeThis("/retention 85, from 70 to 97") }
          return .changeLanguage(nil, name: nil, retention: percent, newPerDay: nil)
        },
        form("/new-per-day NUMBER") { typed throws(WireError) in
          guard let number = typed.words.first.flatMap({ Int($0) }),
            Request.Vocabulary.mostNewPerDay.contains(number)
          else { throw typed.typeItLikeThis("/new-per-day 20, from 0 to 1000") }
          return .changeLanguage(nil, name: nil, retention: nil, newPerDay: number)
        },
      ]
    ) { fields throws(WireError) in try .changeLanguage(fields) },
    row(
      "delete_language", "a language away, with its words and their reviews", example: ["language": "Spanish"],
      fields: ["language": text], required: ["language"], changes: true,
      typed: [form("/delete-language NAME") { typed throws(WireError) in .deleteLanguage(try typed.wholeRest()) }]
    ) { fields throws(WireError) in .deleteLanguage(try fields.text("language")) },
  ]

  private static let wordRows: [RequestRow] = [
    row(
      "add_word", "a new word",
      example: ["original": "casa", "translation": "house, home", "part": "noun"],
      fields: entry.adding("language", language), required: ["original", "translation"], changes: true,
      typed: [
        form("/add ORIGINAL = TRANSLATION", takesText: true) { typed throws(WireError) in
          .addWord(language: nil, try typed.entry(typed.rest))
        }
      ]
    ) { fields throws(WireError) in
      .addWord(language: try fields.optionalText("language"), try Request.Vocabulary.Entry(fields))
    },
    row(
      "edit_word", "another text for a word; what is left out stays", example: ["word": 12, "note": "also: home"],
      fields: entry.adding("word", word), required: ["word"], changes: true,
      typed: [
        form("/edit WORD ORIGINAL = TRANSLATION", takesText: true) { typed throws(WireError) in
          .editWord(try typed.word(), try typed.entry(typed.afterFirst))
        }
      ]
    ) { fields throws(WireError) in .editWord(try fields.word(), try Request.Vocabulary.Entry(fields)) },
    row(
      "delete_word", "a word away, with its reviews", example: ["word": 12], fields: ["word": word],
      required: ["word"], changes: true,
      typed: [form("/delete WORD") { typed throws(WireError) in .deleteWord(try typed.word()) }]
    ) { fields throws(WireError) in .deleteWord(try fields.word()) },
    row(
      "mark", "mark a word to see it again, or take the mark away", example: ["word": 12, "marked": true],
      fields: ["word": word, "marked": flag], required: ["word"], changes: true,
      typed: [
        form("/mark WORD") { typed throws(WireError) in .mark(try typed.word(), true) },
        form("/unmark WORD") { typed throws(WireError) in .mark(try typed.word(), false) },
      ]
    ) { fields throws(WireError) in .mark(try fields.word(), try fields.optionalBool("marked") ?? true) },
    row(
      "search", "a page of words that hold a text on either side, whatever its accents", example: ["text": "man"],
      fields: [
        "language": language, "text": text, "after": ["type": "integer", "minimum": 0],
        "limit": ["type": "integer", "minimum": 1, "maximum": .int(Request.Vocabulary.Search.maximumPage)],
      ],
      typed: [
        form("/search [TEXT]") { typed throws(WireError) in .search(try Request.Vocabulary.Search(typed)) }
      ]
    ) { fields throws(WireError) in .search(try Request.Vocabulary.Search(fields)) },
  ]

  private static let studyRows: [RequestRow] = [
    row(
      "section", "a page of cards: all words, twenty at random, or those that are marked",
      example: ["section": "random"],
      fields: [
        "language": language, "section": ["enum": .array(Request.Vocabulary.Section.kinds.map(JSON.string))],
        "regenerate": flag, "inverted": flag, "after": ["type": "integer", "minimum": 0],
      ],
      typed: [
        form("/section [all|random|repeat|repeat random]") { typed throws(WireError) in
          .section(try Request.Vocabulary.Section(typed))
        },
        form("/regenerate") { _ in .section(Request.Vocabulary.Section(regenerates: true)) },
        form("/invert [on|off]") { typed in
          var section = Request.Vocabulary.Section()
          let word = typed.words.first?.lowercased()
          if word == nil { section.isSwapped = true } else { section.isInverted = word != "off" }
          return .section(section)
        },
      ]
    ) { fields throws(WireError) in .section(try Request.Vocabulary.Section(fields)) },
    row(
      "turn", "turn a card over: its other side is shown, or hidden again", example: ["word": 12],
      fields: ["word": word, "turned": flag],
      typed: [
        form("/turn [WORD]") { typed throws(WireError) in .turn(try typed.optionalWord(), true) },
        form("/hide WORD") { typed throws(WireError) in .turn(try typed.word(), false) },
      ]
    ) { fields throws(WireError) in .turn(try fields.optionalWord(), try fields.optionalBool("turned") ?? true) },
    row(
      "study", "what there is to study today, and the next card", fields: ["language": language, "choices": flag],
      typed: [
        form("/study [choices]") { typed in .study(language: nil, choices: typed.words.first == "choices") }
      ]
    ) { fields throws(WireError) in
      .study(language: try fields.optionalText("language"), choices: try fields.optionalBool("choices") ?? false)
    },
    row(
      "cards", "go through some cards once, for a score that can be shared: the next one, or the first of a new run",
      example: ["count": 10],
      fields: [
        "language": language, "section": ["enum": .array(Request.Vocabulary.Section.kinds.map(JSON.string))],
        "count": ["type": "integer", "minimum": 1, "maximum": .int(Request.Vocabulary.Cards.mostCards)],
        "choices": flag, "new": flag,
      ], changes: true,
      typed: [
        form("/cards [new] [NUMBER] [choices] [all|random|repeat]") { typed throws(WireError) in
          .cards(try Request.Vocabulary.Cards(typed: typed))
        }
      ]
    ) { fields throws(WireError) in .cards(try Request.Vocabulary.Cards(fields)) },
    row(
      "rate", "how well you knew the word that you study, or your answer, which is judged",
      example: ["rating": "good"],
      fields: [
        "word": word, "rating": ["enum": .array(Request.Vocabulary.Rating.ratings.map(JSON.string))], "answer": text,
      ], changes: true,
      typed: [
        form("/rate again|hard|good|easy") { typed throws(WireError) in
          guard let rating = typed.words.first?.lowercased(), Request.Vocabulary.Rating.ratings.contains(rating) else {
            throw typed.typeItLikeThis()
          }
          return .rate(nil, .said(rating))
        },
        form("/answer TEXT", takesText: true) { typed throws(WireError) in .rate(nil, .typed(try typed.wholeRest())) },
      ]
    ) { fields throws(WireError) in try .rate(fields) },
    row(
      "undo_rating", "take the last rating back: its card comes again", changes: true,
      typed: [form("/undo") { _ in .undoRating }]
    ) { _ in .undoRating },
  ]
}

extension JSONObject {
  fileprivate func adding(_ key: String, _ value: JSON) -> JSONObject {
    var object = self
    object[key] = value
    return object
  }
}
