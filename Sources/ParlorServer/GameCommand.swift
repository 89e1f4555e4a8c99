import Catalogue
import GameKit
import GameKitTesting
import GameProcess
import GameProcessTesting
import WireProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Commands for authors of games in any language: `check-game` checks a program, `new-game` generates one.
enum GameCommand: Sendable {
  struct CheckOptions {
    /// A playthrough that must replay to the same bytes.
    var golden: String?
    var isTrusted = false
    /// Milliseconds for an answer.
    var budget = ServerOptions.defaultGameBudget
  }

  case check(words: [String], CheckOptions)
  /// Checks at once and at each change of the program's files.
  ///
  /// - Parameter arguments: the arguments of one check.
  case watch(words: [String], arguments: [String])
  case new(name: String, language: NewGame.Language)

  static let verbs = ["check-game", "new-game"]

  /// Parses the verb and its arguments; `nil` for another verb.
  static func parse(_ arguments: ArraySlice<String>) throws(ServerOptions.UsageError) -> GameCommand? {
    switch arguments.first {
    case "check-game": try check(arguments.dropFirst())
    case "new-game": try new(arguments.dropFirst())
    default: nil
    }
  }

  private static func check(_ arguments: ArraySlice<String>) throws(ServerOptions.UsageError) -> GameCommand {
    var (rest, options, isWatching) = (arguments, CheckOptions(), false)
    while let option = rest.first, option.hasPrefix("--") {
      rest.removeFirst()
      if option == "--" { break }
      switch option {
      case "--golden": options.golden = rest.popFirst()
      case "--trust-game": options.isTrusted = true
      case "--watch": isWatching = true
      case "--game-budget": options.budget = try ServerOptions.gameBudget(rest.popFirst() ?? "")
      default:
        throw .init(
          message: "check-game takes --golden FILE, --game-budget MILLISECONDS, --trust-game and --watch, "
            + "not \"\(option)\"")
      }
    }
    guard !rest.isEmpty else {
      throw .init(message: "check-game needs the game's program: check-game -- python3 hangman.py")
    }
    guard isWatching else { return .check(words: Array(rest), options) }
    let given = arguments.dropLast(rest.count).filter { $0 != "--watch" && $0 != "--" }
    return .watch(words: Array(rest), arguments: given + ["--"] + rest)
  }

  private static func new(_ arguments: ArraySlice<String>) throws(ServerOptions.UsageError) -> GameCommand {
    var (rest, names, language) = (arguments, [String](), "python")
    while let argument = rest.popFirst() {
      if argument == "--language" {
        language = rest.popFirst() ?? ""
      } else if argument.hasPrefix("--language=") {
        language = String(argument.dropFirst("--language=".count))
      } else {
        names.append(argument)
      }
    }
    guard names.count == 1, !names[0].hasPrefix("-") else {
      throw .init(message: "new-game needs one name, such as word-chain, and may have --language")
    }
    guard let known = NewGame.Language(rawValue: language) else {
      let all = NewGame.Language.allCases.map(\.rawValue).joined(separator: ", ")
      throw .init(message: "--language takes one of \(all), not \"\(language)\"")
    }
    return .new(name: names[0], language: known)
  }

  /// - Returns: the exit status: 0, 65 (`EX_DATAERR`) for a game with findings, 73 (`EX_CANTCREAT`).
  func run() -> Int32 {
    switch self {
    case .check(let words, let options): Self.check(words, options)
    case .watch(let words, let arguments): CheckWatch(words, arguments).run()
    case .new(let name, let language): Self.write(name, language)
    }
  }

  // MARK: - Checking

  /// Prints findings, what was not checked, and measurements, one per line.
  private static func check(_ words: [String], _ options: CheckOptions) -> Int32 {
    do throws(ProgramFault) {
      let report = try checkProgram(
        ProgramCommand(words),
        ProgramCheck(budget: options.budget, golden: options.golden, isTrusted: options.isTrusted),
        log: { ServerLog.print($0, to: 2) })
      for finding in report.findings {
        ServerLog.print("✘ " + finding.description.split(separator: "\n").joined(separator: " / "))
      }
      for sentence in report.unchecked { ServerLog.print("? \(sentence)") }
      ServerLog.print(report.summary)
      return report.isSound ? 0 : 65
    } catch {
      if case .cannotStart = error {
        ServerLog.print("✘ \(error)")
        return 65
      }
      let advice = if case .cannotConfine = error { "; --trust-game runs it without isolation" } else { "" }
      ServerLog.print("✘ \(words.joined(separator: " ")): \(error)\(advice)")
      return 65
    }
  }

  // MARK: - Writing

  private static func write(_ name: String, _ language: NewGame.Language) -> Int32 {
    let resources = ResourceFolder(option: nil)
    do throws(NewGame.Failure) {
      let game = try NewGame(name: name)
      let known = (try? Catalogue.games(resources.read).map(\.info.id)) ?? []
      guard !known.contains(game.id) else {
        throw .init(message: "there is a game \"\(game.id)\" already: choose another name")
      }
      let files = try game.files(language, checkout: resources.checkout ?? "") { path in
        resources.file(ofCheckout: path).map { String(decoding: $0, as: UTF8.self) }
      }
      guard mkdir(game.id, 0o755) == 0 else {
        throw .init(message: "the folder \(game.id) cannot be created: \(String(cString: strerror(errno)))")
      }
      for file in files {
        try write(file, in: game.id)
        ServerLog.print("\(game.id)/\(file.path)")
      }
      if game.id != name { ServerLog.print("Its name on the wire, and in chat, is \(game.id).") }
      ServerLog.print("Next: \(game.nextStep(language))")
      return 0
    } catch {
      ServerLog.print("parlor-server: \(error.message)", to: 2)
      return 73
    }
  }

  private static func write(_ file: NewGame.File, in folder: String) throws(NewGame.Failure) {
    var path = folder
    for name in file.path.split(separator: "/").dropLast() {
      path += "/\(name)"
      mkdir(path, 0o755)
    }
    path = "\(folder)/\(file.path)"
    guard FileContents.create(path, Array(file.text.utf8)) else {
      throw .init(message: "\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
    chmod(path, 0o644)
  }
}
