import Kernel
import ParlorCore
import Passwords

enum Happening {
  case connects(SimulatedLink)
  case reachesServer(SimulatedLink, [UInt8])
  case endsAtServer(SimulatedLink, LinkEnd)
  case reachesClient(SimulatedLink, [UInt8])
  case endsAtClient(SimulatedLink)
  case acts(Int)
  case timer(life: Int, due: Instant)
  case turnEnds(life: Int)
  case commitEnds(life: Int, Batch)
  case answersCome(life: Int, number: Int64, [any StoredQuery])
  case passwordDone(life: Int, number: Int64, PasswordTask.Result)
  case diskBreaks
  case diskMends
  case othersAppend
  case crash
  case restart
  case peopleSleep

  /// Whether it counts as a step: turns of the loop are consequences.
  var isStep: Bool {
    if case .turnEnds = self { false } else { true }
  }

  var summary: String {
    switch self {
    case .connects(let link): "client \(link.client) connects as session \(link.session.slot)"
    case .reachesServer(let link, let bytes): "client \(link.client) > \(Self.text(bytes))"
    case .endsAtServer(let link, let end): "client \(link.client) > \(end)"
    case .reachesClient(let link, let bytes): "client \(link.client) < \(Self.text(bytes))"
    case .endsAtClient(let link): "client \(link.client) < closed"
    case .acts(let client): "client \(client) acts"
    case .timer: "timer"
    case .turnEnds: "turn ends"
    case .commitEnds(_, let batch): "commit \(batch.ticket) ends, \(batch.lines.count) records"
    case .answersCome(_, _, let queries): "\(queries.count) answers come"
    case .passwordDone: "a password is done"
    case .diskBreaks: "the disk breaks"
    case .diskMends: "the disk mends"
    case .othersAppend: "somebody else appends to the log"
    case .crash: "the server crashes"
    case .restart: "the server starts again"
    case .peopleSleep: "people sleep"
    }
  }

  /// A printable excerpt.
  private static func text(_ bytes: [UInt8]) -> String {
    let shown = bytes.prefix(1500).map { $0 < 0x20 && $0 != 0x0A ? UInt8(ascii: "?") : $0 }
    return String(decoding: shown, as: UTF8.self).split(separator: "\n").joined(separator: "\n      ")
  }
}
