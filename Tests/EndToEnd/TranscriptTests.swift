import Foundation
import Testing
import WaitingTrait

/// With PARLOR_RECORD=NAME (or `all`) in the environment the expected lines of transcripts are written anew
/// instead.
@Suite("Transcripts", .waiting)
struct TranscriptTests {
  private static let recording = ProcessInfo.processInfo.environment["PARLOR_RECORD"]

  @Test("A transcript replays line by line", arguments: try Transcript.all())
  func replays(_ transcript: Transcript) throws {
    if let name = Self.recording {
      if name == "all" || name == transcript.name { try TranscriptRecorder(transcript).record() }
      return
    }
    try TranscriptRunner(transcript, byByte: false, schemas: try SchemaFolder()).run()
  }

  @Test("Where the network splits what clients send makes no difference", arguments: try Transcript.all())
  func replaysByByte(_ transcript: Transcript) throws {
    guard Self.recording == nil else { return }
    try TranscriptRunner(transcript, byByte: true, schemas: try SchemaFolder()).run()
  }

  @Test("Who connects to an edge is told the same, byte for byte", arguments: try Transcript.all())
  func replaysThroughEdge(_ transcript: Transcript) throws {
    // An edge is linked to a server with this repository's games alone.
    guard Self.recording == nil, transcript.program == "parlor-server" else { return }
    try TranscriptRunner(transcript, byByte: false, throughEdge: true, schemas: try SchemaFolder()).run()
  }
}
