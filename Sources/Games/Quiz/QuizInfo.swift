public import GameKit
import WireProtocol

extension Quiz {
  public static let info = GameInfo(
    id: "quiz",
    title: "Quiz",
    summary: "Race through the words of a deck, all at once",
    rules: [
      "A word is asked, with answers to choose from.",
      "A right answer earns 500 points, and up to 500 more the sooner it comes.",
      "Each right answer in a row before it adds 50, at most 250.",
      "If you come late, you answer from the current question on.",
    ],
    typing: [
      "Type the number of an answer, such as 2.",
      "Whoever opens the room sets it: /create class quiz unrated deck=french",
      "  deck=spanish    which words: /decks lists them; my-french are your own, and",
      "                  marked-french those that you have marked (neither is rated)",
      "  questions=10    how many, 1 to 50       choices=4    answers to each, 2 to 6",
      "  seconds=20      for each, 5 to 120      inverted     asks for the word",
      "Its owner leads: /skip ends a question, /pause discards it, /unpause goes on.",
      "Where matches are rated, only an owner who looks on (/watch) leads.",
      "/results is a table, in CSV.",
    ],
    modes: [.together],
    moveSchema: [
      "type": "object", "required": ["choice"],
      "properties": [
        "choice": ["type": "integer", "minimum": 1, "maximum": 6],
        "question": [
          "type": "integer", "minimum": 1,
          "description": "the question that is meant: the answer to another one comes too late",
        ],
      ],
    ],
    settingsSchema: [
      "type": "object",
      "properties": [
        "deck": ["type": "string", "default": "spanish", "description": "a deck's name, as decks lists it"],
        "questions": ["type": "integer", "minimum": 1, "maximum": 50, "default": 10],
        "seconds": ["type": "integer", "minimum": 5, "maximum": 120, "default": 20],
        "choices": ["type": "integer", "minimum": 2, "maximum": 6, "default": 4],
        "inverted": [
          "type": "boolean", "default": false, "description": "whether the meaning is shown and the word asked for",
        ],
      ],
    ],
    viewSchema: [
      "type": "object", "required": ["phase", "of"],
      "properties": [
        "phase": ["enum": ["before", "question", "answer", "over"]],
        "of": ["type": "integer", "minimum": 0, "description": "how many questions there are, or were"],
        "question": ["type": "integer", "minimum": 1, "description": "which one is asked, or was asked last"],
        "text": ["type": "string", "description": "what is asked"],
        "answered": ["type": "integer", "minimum": 0, "description": "how many have answered"],
        "players": ["type": "integer", "minimum": 0, "description": "how many have answered or may yet"],
        "answer": ["type": "integer", "minimum": 1, "description": "the number of the right answer, once it is shown"],
        "chosen_by": [
          "type": "array", "items": ["type": "integer", "minimum": 0],
          "description": "by how many each answer was chosen, once the right one is shown",
        ],
        "paused": ["const": true],
        "chosen": ["type": "integer", "minimum": 1, "description": "the number of your answer"],
        "points": ["type": "integer", "minimum": 0],
        "place": ["type": "integer", "minimum": 1],
        "earned": ["type": "integer", "minimum": 0, "description": "the points of the answer that is shown"],
        "streak": ["type": "integer", "minimum": 0, "description": "right answers in a row"],
      ],
    ],
    puzzleNoun: "quiz",
    takesWords: true,
    seats: Seats(1...500, areOpenLate: true))
}
