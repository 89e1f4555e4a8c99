import GameKit
import Kernel
import ParlorCore
import WireProtocol

/// The server's document of acts and of the sanctions in force.
enum OrderDocument: ResidentKind {
  static let number: UInt8 = 10
  static let name = "acts and measures"

  static func initialState(_ key: Int64) -> OrderState { OrderState() }
  static func apply(_ fact: OrderFact, to state: inout OrderState) { state.apply(fact) }
  static func write(_ fact: OrderFact, to line: inout JSONWriter) { fact.write(to: &line) }
  static func read(_ line: JSONView) -> OrderFact? { OrderFact(line) }

  static func pack(_ state: OrderState) -> [OrderFact] {
    state.acts.map { .kept($0) } + state.sanctionsInOrder.map { .began($0) }
  }
}
