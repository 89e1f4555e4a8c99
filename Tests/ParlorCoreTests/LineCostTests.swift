import Catalogue
import TestSeed
import Testing
import WireProtocol
import WorstLines

@testable import ParlorCore
@testable import TextMode

/// No line takes the loop long, whoever sends it: of every request there is, with every field as long and as awkward as
/// a line can hold. A new request is in it on its first day, since it stands in the table of requests.
@Suite("What a line costs the loop")
struct LineCostTests {
  /// Microseconds of processor time. Without the optimiser the same takes many times as long; what brought the bound
  /// about, a name of 8,000 letters that was folded before it was measured, took 11,000 with it.
  private static let most: Double = {
    #if DEBUG
      6_000
    #else
      200
    #endif
  }()

  @Test(
    "Every request, command and malformed line is executed or refused in bounded time",
    arguments: LineMeter.Place.allCases)
  func lines(_ place: LineMeter.Place) throws {
    let meter = LineMeter(games: try Catalogue.games(ResourceFolder(option: nil).read))
    // What the first line of its kind sets up is not the line's.
    _ = meter.microseconds(Array(#"{"type":"ping"}"#.utf8), in: place, enough: 0)
    let isSomewhere = place != .nowhere
    let requests = WorstLines.json.filter { !isSomewhere || !$0.isSameEverywhere }
    // A third of the lines unless there is time for all: another third with each run.
    let share = TestLength.count(short: 3, long: 1)
    let first = Int(TestSeed.make() % UInt64(share))
    let lines = requests + WorstLines.typed(isSomewhere ? ["say", "share"] : TextCommand.names)
    var tooMuch = stride(from: first, to: lines.count, by: share).map { (line: lines[$0], cost: Double.infinity) }
    // A host that is slow for a while makes every line of that while dear: those are measured again after the others.
    for _ in 0..<4 {
      tooMuch = tooMuch.map { ($0.line, meter.microseconds($0.line.bytes, in: place, enough: Self.most)) }
        .filter { $0.cost > Self.most }
    }
    let named = tooMuch.prefix(20).map { "\(Int($0.cost)) µs: \($0.line.name)" }
    #expect(tooMuch.isEmpty, "\(tooMuch.count) lines, such as \(named.joined(separator: "; "))")
  }
}
