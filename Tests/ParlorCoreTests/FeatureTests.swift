import CoreHarness
import FeatureList
import Foundation
import GameKit
import Kernel
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Features")
struct FeatureTests {
  private static let settings = FeatureList.Settings(operatorToken: AccessToken("sesame"), limits: Limits())

  @Test("Every feature that has a folder is in the list, so that its tests run")
  func listed() throws {
    let folder = URL(fileURLWithPath: #filePath).appending(path: "../../../Sources/Features").standardized
    let folders = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter(\.hasDirectoryPath)
    #expect(folders.map(\.lastPathComponent).sorted() == FeatureList.names.sorted())
  }

  @Test("Requests of an absent feature are unknown, in no help and no schema, and are no commands")
  func leftOut() throws {
    let world = World(games: [], hasFeatures: false)
    world.connectConsole("op")
    world.logIn("ana")
    let rows = RequestTable.rows.filter { !world.parlor.parts.handled.contains($0) }
    #expect(!rows.isEmpty)
    let help = try #require(world.send("ana", #"{"type":"help"}"#).last?["commands"]?.arrayValue)
    let known = Set(help.compactMap { $0["type"]?.stringValue })
    #expect(known.contains("join"))
    for row in rows {
      #expect(!known.contains(row.type))
      #expect(world.send("ana", row.example.text).last?.code == "unknown_type", "\(row.type)")
      #expect(world.send("ana", #"{"type":"\#(row.type)","limit":"x"}"#).last?.code == "unknown_type", "\(row.type)")
      #expect(world.send("ana", #"{"type":"help","topic":"\#(row.type)"}"#).last?.code == "unknown_type")
      #expect(world.send("ana", #"{"type":"schema","of":"\#(row.type)"}"#).last?.code == "not_found schema")
      for name in row.textForms.flatMap(\.names) {
        #expect(world.send("op", name).text.contains("There is no command /\(name)"), "\(name)")
      }
    }
    #expect(world.faults == [])
  }

  @Test("Without the feature Order nobody is a moderator, and the operator's acts are in the server log")
  func withoutOrder() throws {
    let world = World(games: [], hasFeatures: false)
    world.connectConsole("op")
    world.logIn("ana")
    #expect(world.send("op", #"{"type":"ban","player":"ana"}"#).last?.code == "unknown_type")
    #expect(world.send("op", #"{"type":"announce","text":"Soon."}"#).last?["act"]?["act"] == "announce")
    #expect(world.take("ana").last?["text"] == "Soon.")
    #expect(world.log.contains { $0.event == "admin_act" && $0.fields["act"] == "announce" })
    let erased = world.send("op", #"{"type":"erase_player","player":"ana","confirm":"ana"}"#).last
    #expect(erased?.type == "done" && erased?["lifted"] == nil)
    #expect(world.faults == [])
  }

  @Test("A server refuses to start if two features share a request or a kind of document, and names it")
  func duplicates() {
    let features = FeatureList.features(Self.settings)
    #expect(Parlor.fault(of: features) == nil)
    let fault = "\"\(VisitDocument.name)\" and \"twin\" are both documents of kind \(VisitDocument.number)"
    #expect(Parlor.fault(of: [TwinOfVisits()]) == fault)
    #expect(Parlor.fault(of: [SecondJoin()]) == "the request \"join\" has two handlers")
  }

  @Test("A server refuses to start if a feature records results under an id that a game may have")
  func recordedIDs() {
    let fault = "results are recorded as \"wordle\", which can be a game's id: use a command's name"
    #expect(Parlor.fault(of: [RecordsWordle()]) == fault)
  }
}

/// Has a kind of document whose number is the core's.
private struct TwinOfVisits: Feature {
  enum Twin: DocumentKind {
    static let number = VisitDocument.number
    static let name = "twin"
    static func initialState(_ key: Int64) -> Int { 0 }
    static func apply(_ fact: Int, to state: inout Int) {}
    static func write(_ fact: Int, to line: inout JSONWriter) {}
    static func read(_ line: JSONView) -> Int? { nil }
    static func pack(_ state: Int) -> [Int] { [] }
  }

  static var documents: [DocumentForm] { [DocumentForm(Twin.self)] }

  func register(in kernel: Kernel) { kernel.add(DocumentTable<Twin>()) }
}

/// Records results under a game's id.
private struct RecordsWordle: Feature {
  static var documents: [DocumentForm] { [] }

  func register(in kernel: Kernel) { kernel.contribute(RecordedGame(id: "wordle", title: "Wordle")) }
}

/// Handles a request of the core.
private struct SecondJoin: Feature {
  static var documents: [DocumentForm] { [] }

  func register(in kernel: Kernel) {
    kernel.handle { (_: Request.Join, _) throws(WireError) in Sentence("hello") }
  }
}
