/// The games that are played elsewhere and whose results can be claimed here.
enum ClaimedGame: String, CaseIterable {
  case wordle, worldle, quordle, connections, strands

  /// The name as people write it.
  var title: String {
    switch self {
    case .wordle: "Wordle"
    case .worldle: "Worldle"
    case .quordle: "Quordle"
    case .connections: "Connections"
    case .strands: "Strands"
    }
  }
}
