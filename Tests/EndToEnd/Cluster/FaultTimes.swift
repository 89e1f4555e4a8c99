/// How long a round's fault was felt, in seconds.
struct FaultTimes: CustomStringConvertible {
  let fault: Fault
  /// Until the first move that was sent after the fault was acknowledged to a client whose node was not hit.
  var first = 0.0
  /// Until one was to each of them.
  var all = 0.0
  /// Until everybody played, on nodes that came back as well.
  var everybody = 0.0

  var description: String {
    "\(fault): first \(Self.text(first)), all \(Self.text(all)), with those of nodes that were hit \(Self.text(everybody))"
  }

  private static func text(_ seconds: Double) -> String { "\((seconds * 100).rounded() / 100) s" }

  /// A line for all rounds, and one for each kind of fault: median and greatest until the first played, and until all
  /// did.
  static func summary(_ times: [FaultTimes]) -> [String] {
    let kinds = Fault.all.map { fault in ("\(fault)", times.filter { $0.fault == fault }) }
    return ([("any", times)] + kinds).filter { !$0.1.isEmpty }.map { name, times in
      "\(name), \(times.count) rounds: first \(spread(times.map(\.first))); all \(spread(times.map(\.all)))"
    }
  }

  private static func spread(_ seconds: [Double]) -> String {
    let sorted = seconds.sorted()
    return "median \(text(sorted[sorted.count / 2])), most \(text(sorted[sorted.count - 1]))"
  }
}
