import ServerHarness
import TestSeed
import Testing
import WaitingTrait
import WireProtocol

@testable import ClientKit

@Suite("Trials with the library", .waiting)
struct ClientTrialTests {
  private static let trial =
    #"{"type":"trial","re":3,"room":"trial","seq":1,"game":"wordle","settings":{},"seed":7,"puzzles":2,"n":1,"solved":0}"#
  private static let report =
    #"{"type":"trial_report","player":"ana","kept":false,"game":"wordle","settings":{},"seed":7,"puzzles":2,"series":"a","solved":1,"gave_up":0,"distribution":{"3":1},"moves":9,"rejections":0,"median_us":1,"p99_us":1,"max_us":1,"elapsed_ms":1,"day":"2026-11-20","tries":[3,null],"points":[4,0]}"#

  @Test("A trial and its report are events of their own, delivered even with a full buffer")
  func typed() {
    var script = Script()
    script.receive(Script.hello)
    _ = script.takeEvents()
    script.conversation.space = 1
    script.receive(Self.trial)
    for seq in 2...4 { script.receive(#"{"type":"round","room":"trial","seq":\#(seq),"n":\#(seq)}"#) }
    script.receive(Self.report)
    let events = script.takeEvents()
    guard events.count == 2, case .trial(let trial) = events[0], case .trialReport(let report) = events[1] else {
      Issue.record("\(events)")
      return
    }
    #expect(trial.seed == 7 && trial.number == 1 && events[0].room == "trial" && events[0].place?.seq == 1)
    #expect(report.tries == [3, nil] && report.summary.solved == 1 && events[1].room == "trial")
    script.conversation.space = 100
    script.conversation.madeRoom()
    script.collect()
    #expect(script.takeStory() == ["passed over 3"])
  }

  @Test("Only giving up a named puzzle is repeated after a lost link")
  func givingUp() {
    #expect(RequestTraits("give_up").repetition == .never)
    var named = RequestTraits("give_up")
    named.namesPuzzle = true
    #expect(named.repetition == .samePlayer)
  }

  @Test(
    "A trial is played, given up and reported over unreliable links",
    arguments: 1...UInt64(TestLength.count(short: 1, long: 6)))
  func played(_ seed: UInt64) async throws {
    let server = try ServerProcess(["--limits", "bench"])
    let proxy = try Proxy(target: server.port, seed: seed)
    var options = ClientOptions()
    options.backoff = Backoff(first: .milliseconds(5), greatest: .milliseconds(50))
    let client = try await Client.connect(to: ServerAddress(host: "127.0.0.1", port: proxy.port), options: options)
    try await client.login(isBot: true)
    var events = client.events.makeAsyncIterator()
    try await client.ask(Request.Trial(game: "wordle", puzzles: 12, seed: 7, sendBoards: false))
    proxy.cut(within: 6000)
    var puzzle = 1
    var report: TrialReport?
    while report == nil {
      if puzzle % 2 == 0 {
        do { try await client.ask(Request.GiveUp(room: KnownNames.trial, puzzle: puzzle)) } catch {
          #expect(error.code == "other_puzzle" || error.code == "not_playing")
        }
      } else {
        for word in ["crane", "moist", "bulky", "fudge", "whelp", "vivid"] {
          let moved = try await client.move(word, in: KnownNames.trial, puzzle: puzzle)
          if moved.endsPuzzle { break }
        }
      }
      let before = puzzle
      while puzzle == before, report == nil, let event = await events.next() {
        switch event {
        case .round(let round) where round.number > before: puzzle = round.number
        case .trial(let trial) where trial.number > before: puzzle = trial.number
        case .trialReport(let told): report = told
        default: continue
        }
      }
    }
    let told = try #require(report)
    #expect(proxy.cuts > 0)
    #expect(told.tries.count == 12 && told.summary.givenUp == 6 && told.summary.rejections == 0)
    await client.close()
  }
}
