import CoreHarness
import GameKit
import Kernel
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("The format of delayed answers")
struct AnswerFormatTests {
  private let parlor = Parlor(
    ServerConfiguration(games: [], season: SeasonKey(hashing: [1]), epoch: "e1", server: "parlor test"),
    now: World.morning)
  private let id = SessionID(slot: 0, generation: 1)

  private func send(_ line: String) {
    Array(line.utf8).withUnsafeBytes { parlor.receive($0, from: id, at: World.morning) }
  }

  private func told() -> [String] {
    var lines: [String] = []
    parlor.drainEffects { effects in
      for case .send(let range, _, _) in effects.list {
        lines.append(String(decoding: effects.bytes[range].dropLast(), as: UTF8.self))
      }
    }
    return lines
  }

  @Test("A session that waits for an answer starts nothing further, so that others need not wait behind it")
  func oneBatchAtATime() throws {
    parlor.open(id, from: .network("test"), at: World.morning)
    for _ in 0..<3 { send(#"{"type":"history"}"#) }
    let first = try #require(parlor.takeQueries())
    #expect(first.queries.count == 2)
    #expect(parlor.takeQueries() == nil)
    let page = StoredAnswer.success(Page<StoredResult>(rows: [], more: false))
    parlor.answered(first.number, with: [page, page], at: World.morning)
    #expect(parlor.takeQueries()?.queries.count == 1)
  }

  @Test("Pending queries of one connection are limited: further ones are refused until some are answered")
  func questionsAreBounded() throws {
    parlor.open(id, from: .network("test"), at: World.morning)
    let burst = Limits().burst
    for _ in 0..<burst { send(#"{"type":"history"}"#) }
    _ = told()
    // Time enough for as many commands again.
    let later = World.morning.adding(milliseconds: 3_600_000)
    func ask() { Array(#"{"type":"history"}"#.utf8).withUnsafeBytes { parlor.receive($0, from: id, at: later) } }
    ask()
    let refusal = try #require(told().last)
    #expect(refusal.contains(#""code":"too_fast""#) && refusal.contains("\(burst) of your questions"))
    let (number, queries) = try #require(parlor.takeQueries())
    let page = StoredAnswer.success(Page<StoredResult>(rows: [], more: false))
    parlor.answered(number, with: queries.map { _ in page }, at: later)
    _ = told()
    ask()
    #expect(told().isEmpty)
  }

  @Test("A delayed answer has the format of its request, whatever lines have come since")
  func queries() throws {
    parlor.open(id, from: .network("test"), at: World.morning)
    _ = told()
    send(#"{"type":"history","id":7}"#)
    send("/history")
    send(#"{"type":"ping","id":8}"#)
    _ = told()
    let (number, queries) = try #require(parlor.takeQueries())
    let page = StoredAnswer.success(Page<StoredResult>(rows: [], more: false))
    parlor.answered(number, with: queries.map { _ in page }, at: World.morning)
    let answers = told()
    #expect(answers.first?.hasPrefix(#"{"type":"history","re":7,"#) == true)
    #expect(answers.count == 2)
    #expect(answers.last?.hasPrefix("{") == false)
  }

  @Test("A repeated move_id is answered under the player's current name")
  func renamed() throws {
    let world = try World()
    world.connect("ana")
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    let move = #"{"type":"move","text":"crane","move_id":"m1","id":1}"#
    let first = try #require(world.send("ana", move).first("moved"))
    world.send("ana", #"{"type":"login","name":"ana"}"#)
    world.send("ana", #"{"type":"rename","name":"evita"}"#)
    let second = try #require(world.send("ana", move).last)
    #expect(second["player"] == "evita")
    #expect(second["seq"] == first["seq"])
    #expect(second["turn"] == first["turn"])
  }
}
