/// The duration of a fault's effects in one round, in seconds.
struct FaultTimes: CustomStringConvertible {
  let fault: ClusterFault
  /// Until a client of an unaffected node got the acknowledgement of a move sent after the fault.
  var first = 0.0
  /// Until each of these clients got one.
  var all = 0.0
  /// Until everybody played, including on restarted nodes.
  var everybody = 0.0

  var description: String {
    "\(fault): first \(Self.text(first)), all \(Self.text(all)), with those of nodes that were hit \(Self.text(everybody))"
  }

  private static func text(_ seconds: Double) -> String { "\((seconds * 100).rounded() / 100) s" }

  /// A line for all rounds and one for each kind of fault: median and maximum of ``first`` and ``all``.
  static func summary(_ times: [FaultTimes]) -> [String] {
    let kinds = ClusterFault.all.map { fault in ("\(fault)", times.filter { $0.fault == fault }) }
    return ([("any", times)] + kinds).filter { !$0.1.isEmpty }.map { name, times in
      "\(name), \(times.count) rounds: first \(spread(times.map(\.first))); all \(spread(times.map(\.all)))"
    }
  }

  private static func spread(_ seconds: [Double]) -> String {
    let sorted = seconds.sorted()
    return "median \(text(sorted[sorted.count / 2])), most \(text(sorted[sorted.count - 1]))"
  }
}
