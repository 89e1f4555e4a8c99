import Foundation
import TestSeed
import Testing
import WaitingTrait

/// With PARLOR_RECORD=NAME (or `all`) in the environment, the expected lines of transcripts are rewritten instead.
@Suite("Transcripts", .waiting)
struct TranscriptTests {
  private static let schemas = Result { try SchemaFolder() }
  private static let recording = ProcessInfo.processInfo.environment["PARLOR_RECORD"]

  @Test("The core alone replays a transcript line by line", arguments: try Transcript.all().filter { !$0.needsSockets })
  func replaysInCore(_ transcript: Transcript) throws {
    if let name = Self.recording {
      if name == "all" || name == transcript.name { try TranscriptRecorder(transcript).record() }
      return
    }
    try Self.replay(transcript, against: CoreServer(transcript))
  }

  @Test("A server process replays a transcript line by line", arguments: TestLength.isLong ? try Transcript.all() : [])
  func replaysInProcess(_ transcript: Transcript) throws {
    guard Self.recording == nil else { return }
    try Self.replay(transcript, against: SocketServer(transcript))
  }

  @Test("Splitting the input into single bytes changes nothing", arguments: try Self.forProcess())
  func replaysByByte(_ transcript: Transcript) throws {
    guard Self.recording == nil else { return }
    try Self.replay(transcript, against: SocketServer(transcript, byByte: true))
  }

  @Test("A client of an edge gets the same bytes", arguments: try Self.forEdge())
  func replaysThroughEdge(_ transcript: Transcript) throws {
    guard Self.recording == nil else { return }
    try Self.replay(transcript, against: SocketServer(transcript, throughEdge: true))
  }

  private static func replay(_ transcript: Transcript, against server: any TranscriptServer) throws {
    try TranscriptRunner(transcript, against: server, schemas: schemas.get()).run()
  }

  /// In short runs, transcripts that need a process: the listener's limits, long lines, invalid text, HTTP, the
  /// console, a stop, pauses in reading, a program with other games.
  private static func forProcess() throws -> [Transcript] {
    try chosen([
      "closing", "decks-json", "highcard", "http", "keeping-order-acts", "limits", "rejections", "text-commands",
      "too-fast",
    ])
  }

  /// The edge's owner is a server with only this repository's games.
  private static func forEdge() throws -> [Transcript] {
    try chosen(["keeping-order-text", "rejections", "resume"]).filter { $0.program == "parlor-server" }
  }

  private static func chosen(_ names: Set<String>) throws -> [Transcript] {
    try Transcript.all().filter { TestLength.isLong || names.contains($0.name) }
  }
}
