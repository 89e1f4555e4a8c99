internal import Catalogue
internal import WireProtocol

/// `parlor-bots show`: shows the moves of a trial from a report file.
enum ShowCommand {
  static let help = """
    REPORT is a file that run --report or trial --report has written. NUMBER is the puzzle, from 1 on: its moves, what
    was refused, and its answer. Without a number: the report, and the puzzles that were not solved.
    """

  struct Options {
    var file = ""
    /// `nil` for all unsolved ones.
    var puzzle: Int?

    static func parse(_ arguments: ArraySlice<String>) throws(UsageError) -> Options {
      let words = Array(arguments)
      guard (1...2).contains(words.count), words.allSatisfy({ !$0.hasPrefix("--") }) else {
        throw UsageError(message: "show takes a report and the number of a puzzle: parlor-bots show a.json 17")
      }
      guard words.count == 2 else { return Options(file: words[0]) }
      guard let number = Int(words[1]), number > 0 else {
        throw UsageError(message: "\"\(words[1])\" is not the number of a puzzle")
      }
      return Options(file: words[0], puzzle: number)
    }
  }

  static func run(_ options: Options) throws(Failure) {
    guard let bytes = FileContents.read(options.file), let file = TrialFile(reading: bytes) else {
      throw Failure("\(options.file) is not a report: run --report or trial --report writes one")
    }
    print(try text(of: file, puzzle: options.puzzle))
  }

  static func text(of file: TrialFile, puzzle number: Int?) throws(Failure) -> String {
    let (trial, puzzles) = (file.report.summary, file.played.puzzles)
    guard !puzzles.isEmpty else {
      throw Failure("this report has no moves: only files of run --report and trial --report do")
    }
    guard let number else {
      let lost = puzzles.filter { $0.isSolved != true }
      let list = lost.isEmpty ? "all solved" : "not solved: " + lost.map { "\($0.number)" }.joined(separator: " ")
      return TrialText.text(of: file.report) + "\n  " + list
    }
    guard let puzzle = puzzles.first(where: { $0.number == number }) else {
      throw Failure("there is no puzzle \(number): the trial had \(trial.puzzles)")
    }
    return "\(trial.game), seed \(trial.seed), puzzle \(number) of \(trial.puzzles)\n" + puzzle.text
  }
}
