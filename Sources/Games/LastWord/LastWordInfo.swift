public import GameKit
import WireProtocol

extension LastWord {
  public static let info = GameInfo(
    id: "lastword",
    title: "Last Word",
    summary: "Guess words against each other's time",
    rules: [
      "Everybody guesses the same words of five letters, in six tries each.",
      "🟩 right, in its place   🟨 in the word, elsewhere   ⬛ not in the word",
      "Your time runs down. A word missed costs you 15 s.",
      "A word found takes 30 s from the others together, 4 s less each further try.",
      "A player whose time is up is out; the last one left has won.",
    ],
    typing: [
      "Type any five-letter word, such as crane.",
      "/resign gives up.",
      "/create duel lastword seconds=300 gives more than the usual 180 s, 30 to 1800.",
    ],
    modes: [.together],
    moveSchema: [
      "type": "object", "required": ["guess"],
      "properties": ["guess": ["type": "string", "pattern": "^[A-Za-z]{5}$"]],
    ],
    settingsSchema: [
      "type": "object",
      "properties": [
        "seconds": [
          "type": "integer", "minimum": 30, "maximum": 1800, "default": 180,
          "description": "what everybody has at first",
        ]
      ],
    ],
    viewSchema: [
      "type": "object",
      "properties": [
        "word": ["type": "integer", "minimum": 1, "description": "which word is being guessed"],
        "found": ["type": "integer", "minimum": 0, "description": "how many words have been found"],
        "in": ["type": "integer", "minimum": 0, "description": "how many are still in"],
        "tries": ["type": "integer", "minimum": 0, "description": "how many guesses the word has had"],
        "tries_left": ["type": "integer", "minimum": 0, "description": "how many it may still have"],
        "place": ["type": "integer", "minimum": 1, "description": "which you have come, once you are out"],
        "answer": ["type": "string", "description": "once the match is over: the word that you had not found"],
      ],
    ],
    puzzleNoun: "match",
    seats: Seats(2...100))
}
