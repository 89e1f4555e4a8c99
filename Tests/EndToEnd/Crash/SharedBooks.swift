import GameKit
import ServerHarness
import WireProtocol

struct SharedBooks {
  /// Acknowledged texts by number: they must be in the channel.
  private(set) var there: [Int: String] = [:]
  /// Acknowledged as removed: they must not be there.
  private(set) var gone: Set<Int> = []
  /// Removal requested, but not acknowledged: they may be there or not.
  private(set) var open: Set<Int> = []
  /// The most there can be: one for each request that was not refused.
  private(set) var most = 0
  private var claimed = 0

  mutating func ask() { most += 1 }

  /// The number of an existing puzzle that was not claimed before, since a second claim would replace the first.
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

  /// - Returns: the violations found.
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

extension CrashCrowd {
  func useChannel(_ client: CrashClient) {
    sent += 1
    switch random.number(below: 5) {
    case 0, 1: client.share()
    case 2: client.share(claim: client.shares.nextClaim())
    case 3: client.unshare()
    default: client.ask("react", ["share_id": .int(1 + random.number(below: 20)), "emoji": "🎉"])
    }
  }

  /// Compares all pages of the channel with the records: acknowledged results are there exactly once and unchanged,
  /// removed ones are not.
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
    // Waits for two results, so that at least these are acknowledged before the next kill.
    let client = players[random.number(below: players.count)]
    sent += 1
    try client.await(client.share(claim: client.shares.nextClaim()), into: &ledger)
    try client.await(client.share(), into: &ledger)
  }
}
