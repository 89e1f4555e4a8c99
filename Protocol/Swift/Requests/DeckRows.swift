extension RequestTable {
  private static let into: JSON = [
    "type": "string",
    "description": .string(
      "the language that the words are for, begun if there is none of this name; the deck's, else the one that was dealt "
        + "with last, unless it is said"),
  ]
  private static let deck: JSON = [
    "type": "string", "description": "one that \"decks\" lists; what was sent, unless it is said",
  ]

  /// `import_preview`, which the server asks itself at the end of a pasted file.
  public static let importPreview = RequestRow(
    "import_preview", "what would come of adding the file that was sent, or a deck: nothing is added",
    example: ["language": "Spanish"], fields: ["deck": deck, "language": into], needs: .name,
    typed: [
      TextForm("/import-preview") { _ in .decks(.preview(Request.Decks.Source())) },
      TextForm("/deck DECK [LANGUAGE]") { typed throws(WireError) in
        .decks(.preview(try Request.Decks.Source(typed: typed)))
      },
    ]
  ) { fields throws(WireError) in .decks(.preview(try Request.Decks.Source(fields))) }

  /// `import_cancel`, which a line of a pasted file may be, too.
  public static let importCancel = RequestRow(
    "import_cancel", "drop the file that was sent", needs: .name,
    typed: [TextForm("/import-cancel") { _ in .decks(.cancel) }]
  ) { _ in .decks(.cancel) }

  /// The requests about decks.
  static let deckRows: [RequestRow] = [
    RequestRow(
      "decks", "the decks of words that there are: to add to one's own, or for a quiz",
      typed: [TextForm("/decks") { _ in .decks(.list) }]
    ) { _ in .decks(.list) },
    RequestRow(
      "import", "send a deck's file, part by part: Anki's text format, CSV or TSV",
      example: ["text": "casa,house\n", "at": 0, "language": "Spanish"],
      fields: [
        "text": ["type": "string", "description": "the next part, cut anywhere between two characters"],
        "at": [
          "type": "integer", "minimum": 0,
          "description": "bytes of the file, as UTF-8, that come before the part; 0 begins a file",
        ], "language": into,
      ], required: ["text", "at"], needs: [.storage, .name],
      typed: [
        TextForm("/import [LANGUAGE]") { typed in
          .decks(.paste(language: typed.rest.isEmpty ? nil : typed.rest))
        }
      ]
    ) { fields throws(WireError) in .decks(.part(try Request.Decks.Part(fields))) },
    importPreview,
    RequestRow(
      "import_add", "add the file that was sent, or a deck: all but what you have already",
      fields: ["deck": deck, "language": into], needs: [.storage, .name],
      typed: [
        TextForm("/import-add") { _ in .decks(.add(Request.Decks.Source())) },
        TextForm("/add-deck DECK [LANGUAGE]") { typed throws(WireError) in
          .decks(.add(try Request.Decks.Source(typed: typed)))
        },
      ]
    ) { fields throws(WireError) in .decks(.add(try Request.Decks.Source(fields))) },
    importCancel,
    RequestRow(
      "export", "a page of a language's words as a file", example: ["format": "anki"],
      fields: [
        "language": [
          "type": "string", "description": "the language that was dealt with last, unless it is said",
        ],
        "format": ["enum": .array(Request.Decks.Export.formats.map(JSON.string))],
        "after": [
          "type": "integer", "minimum": 0, "description": "what the page before says; 0 for the first one",
        ],
      ], needs: .name,
      typed: [
        TextForm("/export [anki|csv|tsv]") { typed throws(WireError) in
          .decks(.export(try Request.Decks.Export(typed: typed)))
        }
      ]
    ) { fields throws(WireError) in .decks(.export(try Request.Decks.Export(fields))) },
  ]
}
