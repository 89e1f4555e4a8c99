internal import Catalogue
internal import WordleSearch

struct BotKnowledge {
  var table: String?
  /// The folder with translations; `nil` for the project's.
  var dictionary: String?
  /// Whether it may know more than the wire reveals.
  var usesTables = true
  var gesture = WordSearchBot.Gesture.drag

  static var flags: [Flag<BotKnowledge>] {
    [
      Flag(name: "table", value: "FILE", summary: "a tree for Wordle (default the project's)") { $0.table = $1 },
      Flag(name: "dictionary", value: "FOLDER", summary: "en-es.txt and its like (default the project's)") {
        $0.dictionary = $1
      },
      Flag(name: "no-tables", value: nil, summary: "know only what the wire tells") { knowledge, _ in
        knowledge.usesTables = false
      },
      .choice("gesture", "how WordSearch's finds are shown (default drag)") { $0.gesture = $1 },
    ]
  }

  var trees: [DecisionTree] {
    guard usesTables else { return [] }
    let project = ["wordle.tree", "wordle-hard.tree", "wordle-ultra.tree"].map {
      Files.find("Sources/Games/Wordle/Resources/\($0)")
    }
    // The requested one first, since the first match is used.
    return ([table] + project).compactMap { path in
      path.flatMap(FileContents.read).flatMap { DecisionTree(text: String(decoding: $0, as: UTF8.self)) }
    }
  }

  var dictionaries: Dictionaries { usesTables ? Dictionaries(dictionary) : Dictionaries() }
}
