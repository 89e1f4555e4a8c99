public import GameKit
import WireProtocol

extension DailySort {
  public static let info = GameInfo(
    id: "dailysort",
    title: "DailySort",
    summary: "Sort the tiles into the day's word and learn what it means",
    rules: [
      "The letters of a word are mixed up. Sort them, and see where each one belongs:",
      "🟩 in its place   🟨 belongs elsewhere",
      "Tries are unlimited, but counted. A hint tells a letter that you do not know.",
      "Your result says that you were helped.",
      "Points: 20, less 1 a try and 3 a hint, none if you give up.",
      "The meaning of the word is your reward.",
    ],
    typing: [
      "Type all letters in a new order, such as tales for LATES.",
      "3 5 swaps the third and the fifth tile of the last row, . submits it.",
      "hint tells a letter, give up the word.",
    ],
    moveSchema: [
      "type": "object",
      "oneOf": [
        ["required": ["arrange"], "properties": ["arrange": ["type": "string"]]],
        [
          "required": ["swap"],
          "properties": [
            "swap": [
              "type": "array", "items": ["type": "integer", "minimum": 1, "maximum": 12], "minItems": 2, "maxItems": 2,
            ]
          ],
        ],
        ["required": ["submit"], "properties": ["submit": ["const": true]]],
        [
          "title": "Hint", "description": "It puts the next letter that you do not know into its place, for 3 points.",
          "required": ["hint"],
          "properties": ["hint": ["const": true]],
        ],
        [
          "title": "Give up", "description": "It ends the match, without points, and tells the word.",
          "required": ["give_up"], "properties": ["give_up": ["const": true]],
        ],
      ],
    ],
    viewSchema: [
      "type": "object", "required": ["tries", "hints"],
      "properties": [
        "tries": ["type": "integer", "minimum": 0], "hints": ["type": "integer", "minimum": 0],
        "row": ["type": "string", "description": "the tiles as they lie"],
        "anagrams": ["type": "array", "items": ["type": "string"], "description": "tries that are words as well"],
      ],
    ],
    puzzleNoun: "word"
  )
}
