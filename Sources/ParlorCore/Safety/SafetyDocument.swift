import GameKit
public import Kernel
import WireProtocol

/// The document that holds whom players do not want to hear, and what was reported: one on a server.
enum SafetyDocument: ResidentKind {
  static let number: UInt8 = 8
  static let name = "blocks and reports"

  static func initialState(_ key: Int64) -> SafetyState { SafetyState() }
  static func apply(_ fact: SafetyFact, to state: inout SafetyState) { state.apply(fact) }
  static func write(_ fact: SafetyFact, to line: inout JSONWriter) { fact.write(to: &line) }
  static func read(_ line: JSONView) -> SafetyFact? { SafetyFact(line) }

  static func pack(_ state: SafetyState) -> [SafetyFact] {
    let blocks = state.blocks.sorted { $0.key < $1.key }.flatMap { player, others in
      others.map { SafetyFact.blocked(player, other: $0) }
    }
    let reports = state.reports.flatMap { report in
      var open = report
      open.act = nil
      return [SafetyFact.reported(open)] + (report.act.map { [.settled(report: report.id, act: $0)] } ?? [])
    }
    return blocks + reports
  }
}

extension Parlor {
  /// The kinds of documents that the core has itself. What is shared of matches is looked up after matches are.
  ///
  /// - Parameter limits: what is kept of a room for those who resume.
  public static func documents(_ limits: Limits = Limits()) -> [DocumentForm] {
    [
      DocumentForm(SafetyDocument.self), DocumentForm(OrderDocument.self), DocumentForm(PlayerDocument.self),
      DocumentForm(NotebookDocument.self), DocumentForm(VisitDocument.self), DocumentForm(ServerDocument.self),
      DocumentForm(MatchDocument.self, index: MatchTables.self),
      DocumentForm(ShareDocument.self, index: ChannelTables.self),
      RoomDocument.form(keepingEvents: limits.resumeEvents, bytes: limits.resumeBytes),
    ]
  }
}

extension Hub {
  /// Whom players do not want to hear, and what they have reported.
  var safety: SafetyState { safetyDocument.state }

  /// Lets a change happen.
  func change(_ fact: SafetyFact) { safetyDocument.emit(fact, through: self) }

  /// A player who cannot come back, or is forgotten, blocks nobody any more, nor is blocked.
  func forgetBlocks(of player: PlayerID) {
    if safety.hasBlocks(of: player) { change(.forgotBlocks(of: player)) }
  }
}
