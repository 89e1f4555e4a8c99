// swift-tools-version: 6.2
import PackageDescription

/// Settings that every Swift target shares. Warnings become errors where `CI` is set, so that a
/// contributor may work with a warning for an hour but main never carries one.
let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)])

let package = Package(
  name: "parlor",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "parlor-server", targets: ["ParlorServer"]),
    .executable(name: "parlor-bots", targets: ["ParlorBots"]),
    .library(name: "WireProtocol", targets: ["WireProtocol"]),
    .library(name: "GameKit", targets: ["GameKit"]),
  ],
  dependencies: [],
  targets: [
    // The wire.
    .target(name: "WireProtocol", path: "Protocol/Swift", swiftSettings: strict),

    // The games.
    .target(name: "GameKit", dependencies: ["WireProtocol"], swiftSettings: strict),
    game("DailySort"),
    game("Wordle"),
    .target(name: "Catalogue", dependencies: ["DailySort", "GameKit", "Wordle"], swiftSettings: strict),

    // The server.
    .target(name: "ParlorCore", dependencies: ["GameKit", "WireProtocol"], swiftSettings: strict),
    .target(name: "CSystem"),
    .target(name: "LineServer", dependencies: ["CSystem"], swiftSettings: strict),
    // The library that every Swift toolchain on Linux brings along, by its file name: nothing has to be installed.
    .target(
      name: "CSQLite",
      linkerSettings: [
        .linkedLibrary(":libsqlite3.so.0", .when(platforms: [.linux])),
        .linkedLibrary("sqlite3", .when(platforms: [.macOS])),
      ]),
    .target(name: "Storage", dependencies: ["CSQLite", "GameKit", "ParlorCore"], swiftSettings: strict),
    .executableTarget(
      name: "ParlorServer",
      dependencies: ["Catalogue", "CSystem", "GameKit", "LineServer", "ParlorCore", "Storage", "WireProtocol"],
      swiftSettings: strict),

    // The clients.
    .target(name: "CPoll", path: "Clients/Bots/CPoll"),
    .executableTarget(
      name: "ParlorBots", dependencies: ["CPoll", "WireProtocol"], path: "Clients/Bots", exclude: ["CPoll"],
      swiftSettings: strict),

    // The tests.
    .testTarget(name: "BotsTests", dependencies: ["ParlorBots"], swiftSettings: strict),
    .testTarget(
      name: "DailySortTests", dependencies: ["DailySort", "GameKit", "WireProtocol"], swiftSettings: strict),
    .testTarget(name: "GameKitTests", dependencies: ["GameKit", "WireProtocol"], swiftSettings: strict),
    .testTarget(name: "WordleTests", dependencies: ["GameKit", "WireProtocol", "Wordle"], swiftSettings: strict),
    .testTarget(
      name: "ParlorCoreTests",
      dependencies: ["DailySort", "GameKit", "ParlorCore", "Storage", "WireProtocol", "Wordle"],
      swiftSettings: strict),
    .testTarget(name: "WireProtocolTests", dependencies: ["WireProtocol"], swiftSettings: strict),
    .testTarget(name: "LineServerTests", dependencies: ["LineServer", "CSystem"], swiftSettings: strict),
    .target(name: "CFaultyVFS", path: "Tests/CFaultyVFS"),
    .testTarget(
      name: "StorageTests", dependencies: ["CFaultyVFS", "GameKit", "ParlorCore", "Storage"], swiftSettings: strict),
    .testTarget(
      name: "PersistenceTests", dependencies: ["GameKit", "ParlorCore", "Storage", "WireProtocol", "Wordle"],
      swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests", dependencies: ["ParlorCore", "ParlorServer", "WireProtocol"], path: "Tests/EndToEnd",
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

/// A game: rules and puzzles that know nothing of rooms, servers or each other. Its word lists are files that the
/// server reads at start, not bundle resources, since those would bring Foundation in.
func game(_ name: String) -> Target {
  .target(
    name: name, dependencies: ["GameKit", "WireProtocol"], path: "Sources/Games/\(name)", exclude: ["Resources"],
    swiftSettings: strict)
}
