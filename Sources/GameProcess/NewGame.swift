/// Generates the files of a new game from templates: a small working game that passes the checks.
public struct NewGame: Sendable {
  /// A language that has a template.
  public enum Language: String, CaseIterable, Sendable {
    case python
    case node
    case swift
  }

  /// Why no files were generated.
  public struct Failure: Error, Sendable {
    /// A sentence for the user.
    public let message: String

    /// Creates a failure.
    public init(message: String) { self.message = message }
  }

  /// A generated file.
  public struct File: Sendable {
    /// Relative to the game's folder.
    public let path: String
    /// Its content.
    public let text: String
  }

  /// The game's id on the wire.
  public let id: String
  /// The title for people.
  public let title: String
  /// The name of its type.
  private let type: String

  /// - Parameter name: words of the letters a to z, separated by `-` or `_`, of at most 30 bytes: `word-chain`.
  /// - Throws: if the name is invalid.
  public init(name: String) throws(Failure) {
    let words = name.split(whereSeparator: { $0 == "-" || $0 == "_" })
    guard !words.isEmpty, name.utf8.count <= 30,
      words.allSatisfy({ $0.utf8.allSatisfy { (0x61...0x7A).contains($0) } })
    else {
      throw Failure(
        message: "\"\(name)\" is not a name of a game: use at most 30 letters a to z, with - between words")
    }
    id = words.joined()
    title = words.map { String($0) }.joined(separator: " ").capitalizedFirst
    type = words.map { String($0).capitalizedFirst }.joined()
  }

  /// The paths of a language's templates in Parlor's checkout.
  public static func templates(_ language: Language) -> [String] {
    switch language {
    case .python: ["Clients/Python/new_game.py", "Clients/Python/parlor_game.py"]
    case .node: ["Clients/Node/new-game.js", "Clients/Node/parlor-game.js"]
    case .swift: ["Tests/TicTacToe/TicTacToe.swift", "Tests/TicTacToeServer/main.swift"]
    }
  }

  /// The command that checks the new game.
  public func nextStep(_ language: Language) -> String {
    switch language {
    case .python: "parlor-server check-game -- python3 \(id)/\(id).py"
    case .node: "parlor-server check-game -- node \(id)/\(id).js"
    case .swift: "swift test --package-path \(id)"
    }
  }

  /// Generates the files.
  ///
  /// - Parameters:
  ///   - checkout: the path of Parlor's package, for a game in Swift.
  ///   - read: returns the text of a template; `nil` if it was not found.
  /// - Throws: if a template is missing, or the name is reserved in the language.
  public func files(
    _ language: Language, checkout: String, reading read: (String) -> String?
  ) throws(Failure) -> [File] {
    if let reason = NameConflicts.reason(against: id, type, in: language) {
      throw Failure(message: "\"\(id)\" \(reason): choose another name")
    }
    var texts: [String] = []
    for path in Self.templates(language) {
      guard let text = read(path) else {
        throw Failure(
          message: "\(path) was not found: new games are generated from files of Parlor's checkout or release")
      }
      texts.append(text)
    }
    switch language {
    case .python:
      return [File(path: "\(id).py", text: renamed(texts[0])), File(path: "parlor_game.py", text: texts[1])]
    case .node: return [File(path: "\(id).js", text: renamed(texts[0])), File(path: "parlor-game.js", text: texts[1])]
    case .swift:
      return [
        File(path: "Package.swift", text: package(checkout)),
        File(path: "Sources/\(type)/\(type).swift", text: renamed(texts[0])),
        File(path: "Sources/\(type)Server/main.swift", text: renamed(texts[1])),
        File(path: "Tests/\(type)Tests/\(type)Tests.swift", text: test),
      ]
    }
  }

  /// A template with its name replaced by the game's.
  private func renamed(_ text: String) -> String {
    let lowered = type.prefix(1).lowercased() + type.dropFirst()
    let names = [
      ("new_game.py", "\(id).py"), ("new-game.js", "\(id).js"), ("NewGame", type), ("newgame", id), ("New game", title),
      ("TicTacToe", type), ("ticTacToe", lowered), ("tictactoe", id), ("Tic-tac-toe", title),
    ]
    return names.reduce(text) { text, name in
      text.split(separator: name.0, omittingEmptySubsequences: false).joined(separator: name.1)
    }
  }

  private func package(_ checkout: String) -> String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "\(id)",
      platforms: [.macOS(.v15)],
      dependencies: [.package(name: "parlor", path: "\(checkout)")],
      targets: [
        .target(
          name: "\(type)",
          dependencies: [
            .product(name: "GameKit", package: "parlor"), .product(name: "WireProtocol", package: "parlor"),
          ]),
        .executableTarget(
          name: "\(type)Server", dependencies: ["\(type)", .product(name: "ParlorServer", package: "parlor")]),
        .testTarget(
          name: "\(type)Tests", dependencies: ["\(type)", .product(name: "GameKitTesting", package: "parlor")]),
      ]
    )

    """
  }

  private var test: String {
    let lowered = type.prefix(1).lowercased() + type.dropFirst()
    return """
      import GameKitTesting
      import Testing

      @testable import \(type)

      @Test("\(title) keeps what GameKit promises of games")
      func gameIsSound() throws {
        try checkGame(\(type).self, \(lowered)Source).expectSound()
      }

      """
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
