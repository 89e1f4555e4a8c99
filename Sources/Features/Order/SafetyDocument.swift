import GameKit
import Kernel
import ParlorCore

/// The server's document of blocks and reports.
enum SafetyDocument: ResidentKind {
  static let number: UInt8 = 8
  static let name = "blocks and reports"

  static func initialState(_ key: Int64) -> SafetyState { SafetyState() }
  static func apply(_ fact: SafetyFact, to state: inout SafetyState) { state.apply(fact) }

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
