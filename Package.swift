// swift-tools-version: 6.2
import PackageDescription

/// Settings that every Swift target shares. Warnings become errors where `CI` is set, so that a
/// contributor may work with a warning for an hour but main never carries one.
let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // In a release, what is small and generic in one module is compiled into the one that calls it, and accesses to
    // state that overlap are not looked for: debug builds, which all tests run, do. Together a fifth of what a move
    // costs.
    .unsafeFlags(
      ["-cross-module-optimization", "-enforce-exclusivity=unchecked"], .when(configuration: .release)),
  ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

/// A program that has the standard library in it calls it without a detour, a tenth of what a move costs, and runs
/// where no Swift is installed; other libraries are looked for beside it first, where a release has them.
let selfContained: [LinkerSetting] = [
  .unsafeFlags(
    ["-static-stdlib", "-Xlinker", "-rpath=$ORIGIN/../lib"], .when(platforms: [.linux], configuration: .release))
]

/// It runs for a tenth of a second, and all else waits until it is compiled: 6 s instead of 23.
let unoptimized: [SwiftSetting] = [.unsafeFlags(["-Onone"])]

/// Games and their word lists are optimised in debug builds as well: tests start hundreds of servers, which read them
/// all, and play thousands of matches.
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// The features of the server. Each is in the list of Sources/Features/FeatureList.swift as well.
let features = [
  feature("Arena", testedWith: ["ServerHarness", "TestSeed", "WaitingTrait", "TableGames"]),
  feature("Analysis", testedWith: ["Absurdle", "DailySort"]),
  feature("Channel", with: ["PastedResults"], testedWith: ["Storage", "StorageHarness", "TestSeed"]),
  feature("Goal", testedWith: ["ServerHarness", "Storage", "TestSeed", "WaitingTrait"]),
  feature("CustomPuzzles", testedWith: ["DailySort", "ServerHarness", "WaitingTrait", "WordSearch"]),
  feature("Order", with: ["Addresses"], testedWith: ["TestSeed"]),
  feature("Pairing", testedWith: ["LastWord", "ServerHarness", "WaitingTrait"]),
  feature("Polls", testedWith: ["ServerHarness", "WaitingTrait"]),
  feature("Scores", testedWith: ["TestSeed"]),
  feature("Statistics", testedWith: ["Storage", "StorageHarness", "TextMode"]),
  feature("Trials", testedWith: ["DailySort"]),
  feature("Vocabulary", hasNotice: true, testedWith: ["Catalogue", "Quiz", "Storage", "TestSeed", "TextMode"]),
]

let package = Package(
  name: "parlor",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "parlor-server", targets: ["ParlorServerCommand"]),
    .executable(name: "parlor", targets: ["ParlorTerminal"]),
    .executable(name: "parlor-bots", targets: ["ParlorBotsCommand"]),
    .library(name: "WireProtocol", targets: ["WireProtocol"]),
    .library(name: "ClientKit", targets: ["ClientKit"]),
    .library(name: "GameKit", targets: ["GameKit"]),
    .library(name: "GameKitTesting", targets: ["GameKitTesting"]),
    .library(name: "ParlorServer", targets: ["ParlorServer"]),
    .library(name: "ParlorBots", targets: ["ParlorBots"]),
  ],
  dependencies: [],
  targets: [
    // The wire.
    .target(name: "WireProtocol", path: "Protocol/Swift", swiftSettings: strict, plugins: ["WireTypes"]),
    .target(name: "WireTable", path: "Protocol/Generator/Library", swiftSettings: strict + unoptimized),
    .executableTarget(
      name: "WireGenerator", dependencies: ["WireTable"], path: "Protocol/Generator/Command",
      swiftSettings: strict + unoptimized),
    .plugin(
      name: "WireTypes", capability: .buildTool(), dependencies: ["WireGenerator"], path: "Protocol/Generator/Plugin"),

    // The games.
    .target(name: "GameKit", dependencies: ["WireProtocol"], exclude: ["GUIDE.md"], swiftSettings: strict + optimized),
    .target(name: "GameKitTesting", dependencies: ["GameKit", "WireProtocol"], swiftSettings: strict),
    game("Absurdle", hasResources: false),
    game("DailySort"),
    game("WordSearch"),
    .target(
      name: "WordleSearch", dependencies: ["GameKit", "WireProtocol"], path: "Sources/Games/Wordle/Search",
      swiftSettings: strict + optimized),
    game("Wordle", excluding: ["Search"], using: ["WordleSearch"]),
    game("LastWord", hasResources: false),
    game("Quiz", hasResources: false),
    game("Quordle", hasResources: false),
    .target(
      name: "Catalogue",
      dependencies: ["Absurdle", "DailySort", "GameKit", "LastWord", "Quiz", "Quordle", "WordSearch", "Wordle"],
      swiftSettings: strict),

    // The server.
    .target(name: "Addresses", swiftSettings: strict),
    .target(name: "Passwords", dependencies: ["WireProtocol"], swiftSettings: strict),
    .target(name: "PastedResults", dependencies: ["GameKit"], swiftSettings: strict),
    .target(
      name: "Names", dependencies: ["GameKit", "WireProtocol"], exclude: ["NOTICE.md", "derive.py"],
      swiftSettings: strict),
    .target(name: "Kernel", dependencies: ["WireProtocol"], swiftSettings: strict),
    .target(name: "TextMode", dependencies: ["GameKit", "WireProtocol"], swiftSettings: strict),
    .target(
      name: "ParlorCore",
      dependencies: [
        "GameKit", "Kernel", "Names", "Passwords", "TextMode", "WireProtocol",
      ], swiftSettings: strict, plugins: ["WireTypes"]),
    .target(
      name: "FeatureList", dependencies: ["Kernel", "ParlorCore"] + features.map { .target(name: $0.code.name) },
      path: "Sources/Features", exclude: ["README.md"] + features.map(\.code.name), swiftSettings: strict),
    .target(name: "CSystem"),
    .target(name: "Confinement", swiftSettings: strict),
    .target(name: "CSandbox", path: "Sources/GameProcess/CSandbox"),
    .target(
      name: "GameProcess", dependencies: ["CSandbox", "GameKit", "WireProtocol"],
      exclude: ["CSandbox", "README.md", "Testing"], swiftSettings: strict),
    .target(
      name: "GameProcessTesting", dependencies: ["GameKit", "GameKitTesting", "GameProcess", "WireProtocol"],
      path: "Sources/GameProcess/Testing", swiftSettings: strict),
    .target(name: "Compression", swiftSettings: strict),
    .target(name: "LineServer", dependencies: ["Addresses", "CSystem"], swiftSettings: strict),
    .target(
      name: "ClusterLink", dependencies: ["LineServer", "ParlorCore", "Passwords", "WireProtocol"],
      swiftSettings: strict),
    .target(name: "HTTPWire", dependencies: ["WireProtocol"], swiftSettings: strict),
    .target(name: "HTTP2Wire", swiftSettings: strict),
    .target(
      name: "HTTPService",
      dependencies: ["Compression", "GameKit", "HTTPWire", "Kernel", "ParlorCore", "WireProtocol"],
      exclude: ["README.md"], swiftSettings: strict),
    // The library that every Swift toolchain on Linux brings along, by its file name: nothing has to be installed.
    .target(
      name: "CSQLite",
      linkerSettings: [
        .linkedLibrary(":libsqlite3.so.0", .when(platforms: [.linux])),
        .linkedLibrary("sqlite3", .when(platforms: [.macOS])),
      ]),
    .target(
      name: "Storage",
      dependencies: ["CSQLite", "Confinement", "GameKit", "Kernel", "Names", "ParlorCore", "WireProtocol"],
      swiftSettings: strict),
    .target(
      name: "Cluster",
      dependencies: ["Compression", "CSystem", "Confinement", "HTTP2Wire", "Kernel", "ParlorCore", "WireProtocol"],
      exclude: ["README.md"], swiftSettings: strict),
    .executableTarget(
      name: "ParlorServerCommand", dependencies: ["ParlorServer"], path: "Sources/ParlorServer/Command",
      swiftSettings: strict, linkerSettings: selfContained),
    .target(
      name: "ParlorServer",
      dependencies: [
        "Catalogue", "Cluster", "ClusterLink", "Confinement", "CSystem", "FeatureList", "GameKit", "GameKitTesting",
        "GameProcess", "GameProcessTesting", "HTTPService", "HTTPWire", "Kernel", "LineServer", "ParlorCore",
        "Passwords", "Storage", "WireProtocol", "WordSearch",
      ],
      exclude: ["CLUSTER.md", "Command", "INSTALL.md", "REFERENCE.md", "RUNBOOK.md", "Release"], swiftSettings: strict),

    // The clients.
    .target(name: "ClientKit", dependencies: ["WireProtocol"], path: "Clients/ClientKit", swiftSettings: strict),
    .target(name: "CPoll", path: "Clients/Bots/CPoll"),
    .target(
      name: "ParlorBots",
      dependencies: [
        "CPoll", "Catalogue", "ClientKit", "FeatureList", "GameKit", "Kernel", "ParlorCore", "Passwords",
        "WireProtocol", "WordSearch", "WordleSearch",
      ],
      path: "Clients/Bots",
      exclude: [
        "CPoll", "Command", "MEASURED.md", "README.md", "badgame.py", "beside.sh", "boards.py", "games.py",
        "mud.py", "restart.py", "usage.py",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "ParlorBotsCommand", dependencies: ["ParlorBots"], path: "Clients/Bots/Command", swiftSettings: strict,
      linkerSettings: selfContained),

    .target(name: "CTerminal", path: "Clients/Terminal/CTerminal"),
    .executableTarget(
      name: "ParlorTerminal", dependencies: ["CTerminal", "ClientKit", "WireProtocol"], path: "Clients/Terminal",
      exclude: ["CTerminal", "Pictures", "README.md"], swiftSettings: strict, linkerSettings: selfContained),

    // The tests.
    .target(
      name: "ServerHarness",
      dependencies: ["CPseudoTerminal", "GameKit", "LinkedServer", "ParlorServerCommand", "WireProtocol"],
      path: "Tests/ServerHarness",
      swiftSettings: strict),
    .target(name: "CPseudoTerminal", path: "Tests/CPseudoTerminal"),
    .executableTarget(name: "JobKeeper", path: "Tests/JobKeeper"),
    .executableTarget(name: "ChildKeeper", path: "Tests/ChildKeeper"),
    .target(name: "TestSeed", dependencies: ["GameKit"], path: "Tests/TestSeed", swiftSettings: strict),
    .target(name: "WaitingTrait", path: "Tests/WaitingTrait", swiftSettings: strict),
    .target(name: "Callbacks", path: "Tests/Callbacks", swiftSettings: strict),
    .target(
      name: "WorstLines",
      dependencies: ["FeatureList", "GameKit", "Kernel", "LineServer", "ParlorCore", "WireProtocol"],
      path: "Tests/WorstLines", swiftSettings: strict),
    .target(
      name: "ScreenHarness", dependencies: ["CPseudoTerminal", "ServerHarness"], path: "Tests/ScreenHarness",
      swiftSettings: strict),
    .testTarget(
      name: "ScreenHarnessTests", dependencies: ["ScreenHarness", "WaitingTrait"], swiftSettings: strict),
    .testTarget(
      name: "ClientKitTests",
      dependencies: ["ClientKit", "GameKit", "ServerHarness", "TestSeed", "WaitingTrait", "WireProtocol"],
      swiftSettings: strict),
    .target(
      name: "TicTacToe", dependencies: ["GameKit", "WireProtocol"], path: "Tests/TicTacToe", swiftSettings: strict),
    .target(
      name: "TableGames", dependencies: ["GameKit", "WireProtocol"], path: "Tests/TableGames", swiftSettings: strict),
    .target(name: "Bulls", dependencies: ["GameKit", "WireProtocol"], path: "Tests/Bulls", swiftSettings: strict),
    .executableTarget(
      name: "TicTacToeServer", dependencies: ["ParlorServer", "TicTacToe"], path: "Tests/TicTacToeServer",
      swiftSettings: strict),
    .executableTarget(
      name: "TicTacToeBots", dependencies: ["ParlorBots", "TicTacToe"], path: "Tests/TicTacToeBots",
      swiftSettings: strict),
    .executableTarget(
      name: "TableGamesBots", dependencies: ["OddGames", "ParlorBots", "TableGames", "TicTacToe"],
      path: "Tests/TableGamesBots", swiftSettings: strict),
    .testTarget(
      name: "TerminalTests", dependencies: ["ClientKit", "GameKit", "ParlorTerminal", "TextMode", "WireProtocol"],
      swiftSettings: strict),
    .target(
      name: "OddGames", dependencies: ["GameKit", "WireProtocol"], path: "Tests/OddGames", swiftSettings: strict),
    .executableTarget(
      name: "LinkedServer", dependencies: ["ParlorServer"], path: "Tests/LinkedServer", swiftSettings: strict),
    .executableTarget(
      name: "OddGamesServer", dependencies: ["GameKit", "OddGames", "ParlorServer", "TableGames", "TicTacToe"],
      path: "Tests/OddGamesServer",
      swiftSettings: strict),
    .testTarget(
      name: "BotsTests",
      dependencies: [
        "Catalogue", "ClientKit", "GameKit", "OddGamesServer", "ParlorBots", "ParlorBotsCommand", "ParlorCore",
        "ServerHarness", "TableGames", "TableGamesBots", "TestSeed", "TicTacToe", "WaitingTrait", "WireProtocol",
        "WordleSearch",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DailySortTests", dependencies: ["DailySort", "GameKit", "TestSeed", "WireProtocol"], swiftSettings: strict),
    .testTarget(name: "GameKitTests", dependencies: ["GameKit", "TestSeed", "WireProtocol"], swiftSettings: strict),
    .testTarget(
      name: "WordSearchTests", dependencies: ["GameKit", "TestSeed", "WireProtocol", "WordSearch"],
      swiftSettings: strict),
    .testTarget(
      name: "GameKitTestingTests",
      dependencies: [
        "Absurdle", "Bulls", "Catalogue", "DailySort", "GameKit", "GameKitTesting", "LastWord", "Quiz", "Quordle",
        "TableGames", "TestSeed", "TicTacToe", "WaitingTrait", "WireProtocol", "WordSearch", "Wordle",
      ],
      exclude: ["Golden"], swiftSettings: strict),
    .testTarget(
      name: "QuizTests", dependencies: ["Catalogue", "GameKit", "Quiz", "TestSeed", "WireProtocol"],
      swiftSettings: strict),
    .testTarget(
      name: "LastWordTests", dependencies: ["GameKit", "LastWord", "TestSeed", "WireProtocol"], swiftSettings: strict),
    .testTarget(
      name: "AbsurdleTests", dependencies: ["Absurdle", "GameKit", "TestSeed", "WireProtocol"], swiftSettings: strict),
    .testTarget(name: "QuordleTests", dependencies: ["GameKit", "Quordle", "WireProtocol"], swiftSettings: strict),
    .testTarget(
      name: "WordleTests", dependencies: ["GameKit", "TestSeed", "WireProtocol", "Wordle", "WordleSearch"],
      swiftSettings: strict),
    .testTarget(name: "PasswordsTests", dependencies: ["GameKit", "Passwords", "WireProtocol"], swiftSettings: strict),
    .testTarget(
      name: "PastedResultsTests", dependencies: ["GameKit", "PastedResults", "TestSeed"], swiftSettings: strict),
    .testTarget(
      name: "TextModeTests", dependencies: ["GameKit", "TextMode", "WireProtocol"], swiftSettings: strict),
    .executableTarget(
      name: "GameChild", dependencies: ["GameKit", "GameProcess", "TableGames"],
      path: "Tests/GameChild", swiftSettings: strict),
    .executableTarget(name: "BadGame", dependencies: ["WireProtocol"], path: "Tests/BadGame", swiftSettings: strict),
    .testTarget(
      name: "GameProcessTests",
      dependencies: [
        "BadGame", "GameChild", "GameKit", "GameKitTesting", "GameProcess", "GameProcessTesting", "TestSeed",
        "WaitingTrait", "WireProtocol",
      ],
      swiftSettings: strict),
    .testTarget(name: "KernelTests", dependencies: ["Kernel", "WireProtocol"], swiftSettings: strict),
    .target(
      name: "CoreHarness",
      dependencies: [
        "Callbacks", "FeatureList", "GameKit", "Kernel", "ParlorCore", "Passwords", "Storage", "WireProtocol", "Wordle",
      ],
      path: "Tests/CoreHarness", swiftSettings: strict),
    .target(name: "CCallCounts", path: "Tests/CCallCounts"),
    .testTarget(
      name: "ParlorCoreTests",
      dependencies: [
        "BadGame", "CCallCounts", "Catalogue", "CoreHarness", "DailySort", "FeatureList", "GameChild", "GameKit",
        "GameProcess", "Kernel", "LastWord", "Names", "ParlorCore", "Passwords", "Quiz", "Storage", "TableGames",
        "TestSeed", "TextMode", "WireProtocol", "WordSearch", "Wordle", "WorstLines",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "WireProtocolTests", dependencies: ["GameKit", "TestSeed", "WireProtocol", "WireTable"],
      swiftSettings: strict),
    .testTarget(
      name: "LineServerTests", dependencies: ["CSystem", "GameKit", "LineServer", "TestSeed", "WaitingTrait"],
      swiftSettings: strict),
    .testTarget(
      name: "CompressionTests", dependencies: ["Compression", "GameKit", "TestSeed", "WireProtocol"],
      swiftSettings: strict),
    .testTarget(
      name: "HTTPServiceTests",
      dependencies: [
        "Compression", "FeatureList", "GameKit", "HTTPService", "HTTPWire", "Kernel", "ParlorCore", "TestSeed",
      ],
      swiftSettings: strict),
    .target(
      name: "EtcdHarness", dependencies: ["Callbacks", "ChildKeeper", "Cluster", "ServerHarness"],
      path: "Tests/EtcdHarness",
      swiftSettings: strict),
    .testTarget(
      name: "ClusterTests",
      dependencies: [
        "Callbacks", "Cluster", "EtcdHarness", "GameKit", "HTTP2Wire", "ParlorCore", "ServerHarness", "TestSeed",
        "WaitingTrait", "WireProtocol",
      ],
      swiftSettings: strict + [.unsafeFlags(["-O"])]),
    .testTarget(
      name: "ClusterLinkTests",
      dependencies: ["ClusterLink", "CSystem", "GameKit", "LineServer", "ParlorCore", "TestSeed", "WireProtocol"],
      swiftSettings: strict),
    .testTarget(name: "HTTP2WireTests", dependencies: ["GameKit", "HTTP2Wire", "TestSeed"], swiftSettings: strict),
    .testTarget(name: "HTTPWireTests", dependencies: ["GameKit", "HTTPWire", "TestSeed"], swiftSettings: strict),
    .target(name: "CFaultyVFS", path: "Tests/CFaultyVFS"),
    .target(
      name: "StorageHarness",
      dependencies: ["Callbacks", "GameKit", "Kernel", "ParlorCore", "Storage", "WireProtocol"],
      path: "Tests/StorageHarness", swiftSettings: strict),
    .testTarget(
      name: "StorageTests",
      dependencies: [
        "CFaultyVFS", "GameKit", "Kernel", "ParlorCore", "Storage", "StorageHarness", "TestSeed", "WireProtocol",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PersistenceTests",
      dependencies: [
        "Callbacks", "FeatureList", "GameKit", "Kernel", "ParlorCore", "Quiz", "Storage", "TableGames", "TestSeed",
        "WireProtocol",
        "Wordle",
      ],
      swiftSettings: strict),
    // Optimised even where the rest is not, since it does as much as the server that it watches.
    .testTarget(
      name: "SimulationTests",
      dependencies: [
        "Callbacks", "DailySort", "FeatureList", "GameKit", "Kernel", "LineServer", "ParlorCore", "Passwords",
        "Storage", "TestSeed",
        "WireProtocol", "WordSearch", "Wordle",
      ] + features.map { .target(name: $0.code.name) },
      path: "Tests/Simulation", swiftSettings: strict + [.unsafeFlags(["-O"])]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "BadGame", "CSQLite", "Callbacks", "Catalogue", "Cluster", "EtcdHarness", "GameKit", "Kernel", "LineServer",
        "OddGamesServer", "ParlorCore", "ParlorServer", "ParlorServerCommand", "ParlorTerminal", "Passwords",
        "ScreenHarness", "ServerHarness", "Storage", "TestSeed", "TicTacToeServer", "WaitingTrait", "WireProtocol",
      ],
      path: "Tests/EndToEnd", exclude: ["Alerts/alerts.test.yml", "Screens"],
      swiftSettings: strict),
  ] + features.flatMap { [$0.code, $0.tests] },
  swiftLanguageModes: [.v6]
)

/// A game: rules and puzzles that know nothing of rooms, servers or each other. Its word lists are files that the
/// server reads at start, not bundle resources, since those would bring Foundation in.
func game(
  _ name: String, hasResources: Bool = true, excluding others: [String] = [], using parts: [Target.Dependency] = []
) -> Target {
  .target(
    name: name, dependencies: ["GameKit", "WireProtocol"] + parts, path: "Sources/Games/\(name)",
    exclude: (hasResources ? ["Resources"] : []) + others,
    swiftSettings: strict + optimized)
}

/// A feature, whose folder has everything of it but its part of the wire and its tests, which are in `Tests/NAMETests`.
func feature(
  _ name: String, hasNotice: Bool = false, with parts: [Target.Dependency] = [],
  testedWith others: [Target.Dependency] = []
) -> (code: Target, tests: Target) {
  let code = Target.target(
    name: name, dependencies: ["GameKit", "Kernel", "Names", "ParlorCore", "TextMode", "WireProtocol"] + parts,
    path: "Sources/Features/\(name)", exclude: hasNotice ? ["NOTICE.md"] : [], swiftSettings: strict)
  let tests = Target.testTarget(
    name: "\(name)Tests",
    dependencies: [.target(name: name), "CoreHarness", "GameKit", "Kernel", "ParlorCore", "WireProtocol"] + others,
    swiftSettings: strict)
  return (code, tests)
}
