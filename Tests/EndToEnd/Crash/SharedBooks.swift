import GameKit
import ServerHarness
import WireProtocol

struct SharedBooks {
  /// Texts by number: they have to be in the channel.
  private(set) var there: [Int: String] = [:]
  /// Taken back, and acknowledged: they must not be.
  private(set) var gone: Set<Int> = []
  /// Asked to be taken back, without an answer: they may be or not.
  private(set) var open: Set<Int> = []
  /// How many there can be: one for each request that was not refused.
  private(set) var most = 0
  private var claimed = 0

  mutating func ask() { most += 1 }

  /// The number of a puzzle that there is already and that was not claimed before, or the second claim would take the
  /// place of the first.
  mutating func nextClaim() -> Int {
    claimed += 1
    return claimed
  }

  mutating func takeOne() -> Int? {
    guard let id = there.keys.min() else { return nil }
    there[id] = nil
    open.insert(id)
    return id
  }

  mutating func forgetOpen() { open = [] }

  /// - Returns: sentences about what must never happen and did.
  mutating func settle(
    _ request: (kind: String, detail: String), _ answer: JSON, of label: String
  ) -> [String] {
    let id = answer["share_id"]?.intValue ?? 0
    switch answer["type"]?.stringValue {
    case "shared":
      let text = answer["text"]?.stringValue ?? ""
      there[id] = text
      return !request.detail.isEmpty && !text.hasSuffix("3/6")
        ? ["\(label) claimed \(request.detail) and shared \(text)"] : []
    case "unshared":
      open.remove(id)
      gone.insert(id)
      most -= 1
      return []
    default:
      if request.kind == "share", answer["code"] != "storage_unavailable" { most -= 1 }
      let known = ["already_shared", "nothing_finished", "not_found", "storage_unavailable", "too_many"]
      return known.contains(answer["code"]?.stringValue ?? "") ? [] : ["\(label) cannot share: \(answer.text)"]
    }
  }
}

extension Crowd {
  func useChannel(_ client: CrashClient) {
    sent += 1
    switch random.number(below: 5) {
    case 0, 1: client.share()
    case 2: client.share(claim: client.shares.nextClaim())
    case 3: client.unshare()
    default: client.ask("react", ["share_id": .int(1 + random.number(below: 20)), "emoji": "🎉"])
    }
  }

  /// The whole channel, page by page: what was acknowledged is there, once and as it was, and what was taken back is
  /// not.
  func compareShares() throws {
    var texts: [Int: String] = [:]
    var after: JSON?
    repeat {
      var fields: JSONObject = ["limit": 100]
      fields["after"] = after
      let page = try players[0].await(players[0].ask("shares", fields), into: &ledger)
      for entry in page["shares"]?.arrayValue ?? [] {
        let id = entry["share_id"]?.intValue ?? 0
        if texts.updateValue(entry["text"]?.stringValue ?? "", forKey: id) != nil {
          faults.append("share \(id) stands twice")
        }
      }
      after = page["next"]
    } while after != nil
    let most = players.reduce(0) { $0 + $1.shares.most }
    if texts.count > most { faults.append("the channel has \(texts.count) results, and \(most) were shared") }
    for client in players {
      checks.shares += client.shares.there.count
      for (id, text) in client.shares.there where texts[id] != text {
        faults.append("\(client.label) has shared \(id), \(text), and the channel has \(texts[id] ?? "nothing")")
      }
      for id in client.shares.gone where texts[id] != nil {
        faults.append("\(client.label) has taken \(id) back, and the channel has \(texts[id] ?? "")")
      }
    }
    // Some are waited for: those at least are acknowledged before the next kill.
    let client = players[random.number(below: players.count)]
    sent += 1
    try client.await(client.share(claim: client.shares.nextClaim()), into: &ledger)
    try client.await(client.share(), into: &ledger)
  }
}
