public import GameKit
import WireProtocol

extension Wordle {
  public static let info = GameInfo(
    id: "wordle",
    title: "Wordle",
    summary: "Guess the word in six tries",
    rules: [
      "Type any five-letter word, such as crane. Each letter gets a colour:",
      "🟩 right, in its place   🟨 in the word, elsewhere   ⬛ not in the word",
      "You have six tries. A word that is not in the list costs nothing.",
      "Giving up is a loss. Points: 7 less the tries, none for a loss.",
    ],
    typing: [
      "give up tells the word.",
      "/join wordle hard: hints you have been given must be used;",
      "/join wordle ultra: nothing that is ruled out may be guessed.",
    ],
    moveSchema: WordGuess.schema,
    settingsSchema: [
      "type": "object",
      "properties": [
        "hard": ["type": "boolean", "default": false, "description": "hints must be used"],
        "ultra": [
          "type": "boolean", "default": false, "description": "as hard, and nothing ruled out may be guessed",
        ],
      ],
    ],
    lossTries: maximumTries + 1,
    puzzleNoun: "word"
  )
}
