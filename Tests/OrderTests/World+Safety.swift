import CoreHarness
import WireProtocol

@testable import Kernel
@testable import Order
@testable import ParlorCore

extension World {
  /// What was done, and what is in force.
  var order: OrderState {
    (parlor.kernel.tables[OrderDocument.number] as? DocumentTable<OrderDocument>)?[0].state ?? OrderState()
  }

  /// The document of blocks and reports.
  var safetyDocument: Document<SafetyDocument>? {
    (parlor.kernel.tables[SafetyDocument.number] as? DocumentTable<SafetyDocument>)?[0]
  }

  /// Whom players have blocked, and what was reported.
  var safety: SafetyState { safetyDocument?.state ?? SafetyState() }

  /// How many reports the page of metrics counts that nobody has settled.
  var openReports: Double? { parlor.situation.gauges.first { $0.metric == .reportsOpen }?.value }
}
