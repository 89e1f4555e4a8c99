import ClientKit
import Foundation
import Testing

@Suite("Saved players")
struct SavedPlayersTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "parlor-saved-\(UUID().uuidString)")
  private var saved: SavedPlayers { SavedPlayers(configurationFolder: folder.path + "/deep") }
  private var file: String { saved.folder + "/players.json" }
  private let home = ServerAddress(host: "localhost")
  private let away = ServerAddress(host: "Parlor.Example", port: 99)

  private func mode(_ path: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  private func remove() { try? FileManager.default.removeItem(at: folder) }

  @Test("Players are saved by server, listed latest first, and removed")
  func keeps() throws {
    defer { remove() }
    #expect(try saved.list() == [])
    #expect(try saved.player(at: home) == nil)
    try saved.remember(SavedPlayer(at: home, name: "ana", token: "p1_a"))
    try saved.remember(SavedPlayer(at: away, name: "Ben", token: "p1_b"))
    try saved.remember(SavedPlayer(at: home, name: "bot", token: "p1_c"))
    try saved.remember(SavedPlayer(at: home, name: "ANA", token: "p1_d"))
    #expect(try saved.list().map(\.name) == ["ANA", "bot", "Ben"])
    #expect(try saved.player(at: home)?.token == "p1_d")
    #expect(try saved.player(at: home, named: "Bot")?.token == "p1_c")
    #expect(try saved.player(at: ServerAddress(host: "parlor.example", port: 99))?.name == "Ben")
    try saved.forget(at: home, named: "ana")
    #expect(try saved.list().map(\.name) == ["bot", "Ben"])
    try saved.forget(at: home)
    #expect(try saved.list().map(\.name) == ["Ben"])
  }

  @Test("A token belongs to one player under the latest name, and is removed alone")
  func tokens() throws {
    defer { remove() }
    try saved.forget(SavedPlayer(at: home, name: "ana", token: "p1_a"))
    #expect(!FileManager.default.fileExists(atPath: file))
    for (name, token) in [("ana", "p1_a"), ("eva", "p1_a"), ("ben", "p1_b")] {
      try saved.remember(SavedPlayer(at: home, name: name, token: token))
    }
    try saved.remember(SavedPlayer(at: away, name: "Ana", token: "p1_a"))
    #expect(try saved.list().map(\.name) == ["Ana", "ben", "eva"])
    try saved.forget(SavedPlayer(at: home, name: "ben", token: "p1_old"))
    try saved.forget(SavedPlayer(at: home, name: "ana", token: "p1_a"))
    #expect(try saved.list().map(\.name) == ["Ana", "ben"])
  }

  @Test("Folder and file are private, and are made so if they are not")
  func modes() throws {
    defer { remove() }
    let mask = umask(0)
    defer { umask(mask) }
    try saved.remember(SavedPlayer(at: home, name: "ana", token: "p1_a"))
    #expect(try mode(saved.folder) == 0o700)
    #expect(try mode(file) == 0o600)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: saved.folder)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    #expect(try saved.player(at: home)?.token == "p1_a")
    #expect(try mode(saved.folder) == 0o700)
    #expect(try mode(file) == 0o600)
  }

  @Test("A file that is no list of players is reported and left unchanged", arguments: ["", "no json", "{}", "[1]"])
  func broken(text: String) throws {
    defer { remove() }
    try saved.remember(SavedPlayer(at: home, name: "ana", token: "p1_a"))
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    #expect(throws: SavedPlayersError.self) { try saved.list() }
    #expect(throws: SavedPlayersError.self) {
      try saved.remember(SavedPlayer(at: home, name: "ben", token: "p1_b"))
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data(text.utf8))
  }

  @Test("Unreadable entries are ignored")
  func strangeEntries() throws {
    defer { remove() }
    try saved.remember(SavedPlayer(at: home, name: "ana", token: "p1_a"))
    let text = #"{"version":9,"players":[7,{"server":"x"},{"server":"s","name":"n","token":"t","more":1}]}"#
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    #expect(try saved.list().map(\.name) == ["n"])
  }

  @Test("Concurrent changes of the list lose nothing")
  func atOnce() async throws {
    defer { remove() }
    let (saved, home) = (saved, home)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<16 {
        group.addTask { try saved.remember(SavedPlayer(at: home, name: "n\(number)", token: "t\(number)")) }
      }
      try await group.waitForAll()
    }
    #expect(Set(try saved.list().map(\.name)) == Set((0..<16).map { "n\($0)" }))
    #expect(try FileManager.default.contentsOfDirectory(atPath: saved.folder) == ["players.json"])
  }

  @Test("A folder that cannot be created is reported in a sentence")
  func noFolder() throws {
    defer { remove() }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data().write(to: folder.appendingPathComponent("deep"))
    let error = #expect(throws: SavedPlayersError.self) {
      try saved.remember(SavedPlayer(at: home, name: "ana", token: "p1_a"))
    }
    #expect(error?.description.hasSuffix(".") == true)
  }
}

@Suite("Saved settings")
struct SavedSettingsTests {
  @Test("A setting is saved and can be removed, and a broken file has none")
  func settings() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-settings-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let players = SavedPlayers(configurationFolder: folder.path)
    let settings = SavedSettings(beside: players)
    #expect(settings["theme"] == nil)
    try settings.keep("light", as: "theme")
    try settings.keep("x", as: "other")
    #expect(SavedSettings(beside: players)["theme"] == "light")
    try settings.keep(nil, as: "theme")
    #expect(settings["theme"] == nil && settings["other"] == "x")
    let file = folder.appendingPathComponent("parlor/settings.json")
    #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
    try Data("no JSON".utf8).write(to: file)
    #expect(settings["other"] == nil)
    try settings.keep("dark", as: "theme")
    #expect(settings["theme"] == "dark")
  }
}
