internal import WireProtocol

/// How a bot coped with the disturbances.
struct ReportCard {
  enum Count: String, CaseIterable {
    case linksCut = "links_cut"
    case linksDoubled = "links_doubled"
    case resumed
    case startedOver = "begun_anew"
    case movesRepeated = "moves_repeated"
    case movesDoubled = "moves_doubled"
    case movesLost = "moves_lost"

    var words: String {
      switch self {
      case .linksCut: "links cut"
      case .linksDoubled: "of them left open on the server's side, so that the player was there twice"
      case .resumed: "times it came back with its token"
      case .startedOver: "times it came back as somebody else"
      case .movesRepeated: "moves sent again with their move_id, or not carried out before"
      case .movesDoubled: "moves sent again without a move_id though they had been carried out"
      case .movesLost: "moves lost: cut off, and the bot never came back"
      }
    }
  }

  /// Whether there are links to cut: standard input and output cannot be cut.
  private let cutsLinks: Bool
  private(set) var counts: [Count: Int] = [:]
  var disturbances: [Disturbance.Kind: Int] = [:]
  /// The disturbances since the bot's last valid line.
  private(set) var unanswered: Set<Disturbance.Kind> = []
  /// The disturbances after which the bot continued.
  private(set) var survived: Set<Disturbance.Kind> = []
  var hasFinished = false

  init(cutsLinks: Bool = true) { self.cutsLinks = cutsLinks }

  mutating func note(_ count: Count) { counts[count, default: 0] += 1 }

  subscript(count: Count) -> Int { counts[count] ?? 0 }

  mutating func note(_ kinds: Set<Disturbance.Kind>) { unanswered.formUnion(kinds) }

  mutating func noteAnswer() {
    survived.formUnion(unanswered)
    unanswered = []
  }

  /// Whether a bot continues after a kind of disturbance; `nil` if it never occurred.
  func tolerates(_ kind: Disturbance.Kind) -> Bool? {
    guard disturbances[kind] ?? 0 > 0 else { return nil }
    return hasFinished || (survived.contains(kind) && !unanswered.contains(kind))
  }

  var verdict: String { fault ?? "the bot stands all of it" }

  var fault: String? {
    let troubled = Disturbance.Kind.allCases.filter { tolerates($0) == false }.map(Self.words)
    if !hasFinished {
      let last = troubled.isEmpty ? "" : "; it last had to do with " + troubled.joined(separator: ", ")
      return "the bot did not reach its end\(last)"
    }
    if self[.movesDoubled] > 0 {
      return "the bot plays moves twice: give each move a move_id, and repeat it with the same"
    }
    if self[.startedOver] > 0 {
      return "the bot does not come back to its place: keep the token of login and log in with it"
    }
    if self[.movesLost] > 0 { return "the bot loses moves: send again what was not answered, with the same move_id" }
    return nil
  }

  private static func words(_ kind: Disturbance.Kind) -> String {
    switch kind {
    case .delay: "delayed lines"
    case .split: "lines split in two"
    case .unknownField: "unknown fields"
    case .unknownMessage: "unknown messages"
    }
  }

  var text: String {
    var lines = ["Report card"]
    for kind in Disturbance.Kind.allCases {
      let fate = tolerates(kind).map { $0 ? "stood: yes" : "stood: no" } ?? "stood: never tried"
      lines.append("  \(Self.words(kind)): \(disturbances[kind] ?? 0), \(fate)")
    }
    if cutsLinks { for count in Count.allCases { lines.append("  \(self[count]) \(count.words)") } }
    return (lines + ["  verdict: \(verdict)"]).joined(separator: "\n")
  }

  var json: JSONObject {
    var json: JSONObject = [:]
    for kind in Disturbance.Kind.allCases {
      json[kind.rawValue] = [
        "count": .int(disturbances[kind] ?? 0), "stood": tolerates(kind).map(JSON.bool) ?? .null,
      ]
    }
    if cutsLinks { for count in Count.allCases { json[count.rawValue] = .int(self[count]) } }
    json["finished"] = .bool(hasFinished)
    json["verdict"] = .string(verdict)
    return json
  }
}
