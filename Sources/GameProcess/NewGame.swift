/// The files of a game to begin with: a small one that works and passes the checks, with another name.
public struct NewGame: Sendable {
  /// What a game can be written in.
  public enum Language: String, CaseIterable, Sendable {
    case python
    case node
    case swift
  }

  /// Why there is none, in a sentence.
  public struct Failure: Error, Sendable {
    /// The sentence.
    public let message: String

    /// A failure.
    public init(message: String) { self.message = message }
  }

  /// A file, by its path in the game's folder.
  public struct File: Sendable {
    /// Its path.
    public let path: String
    /// What it holds.
    public let text: String
  }

  /// The name on the wire.
  public let id: String
  /// What people read.
  public let title: String
  /// What types are called.
  private let type: String

  /// - Parameter name: letters a to z, with `-` or `_` between words: `word-chain`.
  /// - Throws: for another name.
  public init(name: String) throws(Failure) {
    let words = name.split(whereSeparator: { $0 == "-" || $0 == "_" })
    guard !words.isEmpty, name.utf8.count <= 30,
      words.allSatisfy({ $0.utf8.allSatisfy { (0x61...0x7A).contains($0) } })
    else {
      throw Failure(message: "a game's name has letters a to z, with - between words, not \"\(name)\"")
    }
    id = words.joined()
    title = words.map { String($0) }.joined(separator: " ").capitalizedFirst
    type = words.map { String($0).capitalizedFirst }.joined()
  }

  /// What a new game in a language consists of, before it has its name: paths in the checkout of Parlor.
  public static func templates(_ language: Language) -> [String] {
    switch language {
    case .python: ["Clients/Python/new_game.py", "Clients/Python/parlor_game.py"]
    case .node: ["Clients/Node/new-game.js", "Clients/Node/parlor-game.js"]
    case .swift: ["Tests/TicTacToe/TicTacToe.swift", "Tests/TicTacToeServer/main.swift"]
    }
  }

  /// How the game is checked, for people.
  public func nextStep(_ language: Language) -> String {
    switch language {
    case .python: "parlor-server check-game -- python3 \(id)/\(id).py"
    case .node: "parlor-server check-game -- node \(id)/\(id).js"
    case .swift: "swift test --package-path \(id)"
    }
  }

  /// The files.
  ///
  /// - Parameters:
  ///   - checkout: the path of Parlor's packages, for a game in Swift.
  ///   - read: the text of a template; `nil` where it is not to be found.
  /// - Throws: where a template is missing, or the language has the game's name already.
  public func files(
    _ language: Language, checkout: String, reading read: (String) -> String?
  ) throws(Failure) -> [File] {
    if let reason = TakenNames.reason(against: id, type, in: language) {
      throw Failure(message: "\"\(id)\" \(reason): choose another name")
    }
    var texts: [String] = []
    for path in Self.templates(language) {
      guard let text = read(path) else {
        throw Failure(
          message: "\(path) is not to be found: a new game is made of files of Parlor's checkout or release")
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

  /// A template with the game's name in the place of its own.
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
