import GameKit
import HTTPWire
import LineServer
import ParlorCore
import Storage
import WireProtocol

extension ServerOptions {
  /// All flags, in the order of `--help`.
  static let flags = serverFlags + clusterFlags

  private static let serverFlags: [Flag] = [
    Flag(name: "host", value: "ADDRESS", summary: "listen on this address (default 127.0.0.1)") { options, value in
      options.host = value
    },
    Flag(name: "port", value: "NUMBER", summary: "listen on this port, 0 takes a free one (default 7770)") {
      options, value throws(UsageError) in
      options.port = try port(value, of: "--port")
    },
    Flag(
      name: "data", value: "DIR", summary: "keep the data here, :memory: for nowhere (default parlor-data)"
    ) { options, value in options.data = value },
    Flag(
      name: "durability", value: "process|power",
      summary: "what an answer survives: kill -9, or a loss of power as well"
    ) { options, value throws(UsageError) in
      guard let durability = Durability(rawValue: value) else {
        throw UsageError(message: "--durability takes \"process\" or \"power\", not \"\(value)\"")
      }
      options.durability = durability
    },
    Flag(name: "clock", value: "TIME", summary: "start the clock there, such as 2026-11-20T08:00:00Z") {
      options, value throws(UsageError) in
      guard let instant = Instant(utc: value), instant.milliseconds >= 0 else {
        throw UsageError(message: "--clock takes a time from 1970 on, like 2026-11-20T08:00:00Z, not \"\(value)\"")
      }
      options.clock = instant
    },
    Flag(name: "zone", value: "NAME", summary: "days begin at midnight there, such as Europe/Madrid (default UTC)") {
      options, value in options.zone = value
    },
    Flag(
      name: "season-key", value: "TEXT", summary: "the secret from which the dailies derive; for tests and moves"
    ) { options, value throws(UsageError) in
      guard !value.isEmpty else { throw UsageError(message: "--season-key must not be empty") }
      options.seasonKey = value
    },
    Flag(name: "limits", value: "bench", summary: "lift what measurements must not run into") {
      options, value throws(UsageError) in
      guard value == "bench" else { throw UsageError(message: "--limits takes \"bench\", not \"\(value)\"") }
      options.limits.liftForMeasurements()
    },
    Flag(
      name: "limit", value: "NAME=VALUE", summary: "set one limit; may be given several times", isList: true
    ) { options, value throws(UsageError) in try options.setLimit(value) },
    Flag(
      name: "daily", value: "GAME:NAME=VALUE", summary: "a setting of a game's dailies, such as wordsearch:to=fr",
      isList: true
    ) { options, value throws(UsageError) in try options.setDaily(value) },
    Flag(
      name: "challenges", value: "FILE", summary: "load WordSearch challenges for set=file; may be given several times",
      isList: true
    ) { options, value in options.challengeFiles.append(value) },
    Flag(name: "resources", value: "DIR", summary: "read the games' word lists from this folder") { options, value in
      options.resources = value
    },
    Flag(
      name: "game", value: "FILE",
      summary: "add a game in any language: a program, or a .py or .js file; may be given several times", isList: true
    ) { options, value throws(UsageError) in
      guard !value.isEmpty else { throw UsageError(message: "--game needs the file of a game") }
      options.gameFiles.append(value)
    },
    Flag(
      name: "isolate", value: "GAME", summary: "run a game of this program in a process of its own", isList: true
    ) { options, value in options.isolatedGames.append(value) },
    Flag(
      name: "trust-game", value: "", summary: "run games of --game where this system cannot confine them",
      alone: "yes"
    ) { options, value throws(UsageError) in options.trustsGames = try yesOrNo(value, of: "--trust-game") },
    Flag(
      name: "game-budget", value: "MILLISECONDS", summary: "how long such a game may take for an answer (default 100)"
    ) { options, value throws(UsageError) in options.gameBudget = try ServerOptions.gameBudget(value) },
    Flag(name: "auto-share", value: "", summary: "post every finished daily to the channel", alone: "yes") {
      options, value throws(UsageError) in
      options.autoShare = try yesOrNo(value, of: "--auto-share")
    },
    Flag(
      name: "house-bots", value: "NAME,…",
      summary: "players of these names may be invited to tables, as bots; several with commas between", isList: true
    ) { options, value throws(UsageError) in
      for name in value.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
        guard !name.isEmpty, !name.contains(where: \.isWhitespace) else {
          throw UsageError(message: "--house-bots takes players' names with commas between, not \"\(value)\"")
        }
        options.houseBots.append(name)
      }
    },
    Flag(
      name: "allow-plain-passwords", value: "",
      summary: "take passwords from other machines, though others may read them",
      alone: "yes"
    ) { options, value throws(UsageError) in
      options.allowsPlainPasswords = try yesOrNo(value, of: "--allow-plain-passwords")
    },
    Flag(
      name: "http", value: "NUMBER",
      summary: "answer HTTP on this port: the pages, scores and metrics (default: no HTTP)"
    ) { options, value throws(UsageError) in options.httpPort = try port(value, of: "--http") },
    Flag(name: "http-host", value: "ADDRESS", summary: "listen for HTTP on this address (default 127.0.0.1)") {
      options, value in options.httpHost = value
    },
    Flag(
      name: "http-token", value: "TOKEN",
      summary: "what changing the scores needs; better as a variable (default: made once and kept with the data)"
    ) { options, value throws(UsageError) in
      guard ScoresToken.isToken(value), value.utf8.count >= ScoresToken.fewestBytes else {
        throw UsageError(
          message: "--http-token takes \(ScoresToken.fewestBytes) to 256 visible ASCII characters without spaces")
      }
      options.httpToken = value
    },
    Flag(
      name: "http-allow-host", value: "NAME[:PORT]",
      summary: "answer HTTP under this name too; may be given several times", isList: true
    ) { options, value throws(UsageError) in
      guard let host = HTTPHost(value) else {
        throw UsageError(message: "--http-allow-host takes a name or an address, not \"\(value)\"")
      }
      options.httpAllowedHosts.append(host)
    },
    Flag(
      name: "proxy-from", value: "ADDRESS[/BITS]",
      summary: "connections from these addresses begin with a PROXY header; several with commas between",
      isList: true
    ) { options, value throws(UsageError) in
      for part in value.split(separator: ",", omittingEmptySubsequences: false) {
        guard let range = AddressRange(String(part)) else {
          throw UsageError(
            message: "--proxy-from takes addresses like 10.0.0.2 or 10.0.0.0/8, not \"\(part)\"")
        }
        options.balancers.append(range)
      }
    },
    Flag(
      name: "log-file", value: "FILE",
      summary: "append the log to this file, and after SIGHUP to a new one (default: standard output)"
    ) { options, value throws(UsageError) in
      guard !value.isEmpty else { throw UsageError(message: "--log-file needs the name of a file") }
      options.logFile = value
    },
    Flag(
      name: "admin-socket", value: "PATH|none",
      summary: "the console's socket, for parlor-server admin (default admin.sock beside the data)"
    ) { options, value throws(UsageError) in
      guard !value.isEmpty else { throw UsageError(message: "--admin-socket takes a path, or \"none\"") }
      options.adminSocket = value
    },
    Flag(name: "log-format", value: "text|json", summary: "how events are logged (default text)") {
      options, value throws(UsageError) in
      guard let format = LogFormat(rawValue: value) else {
        throw UsageError(message: "--log-format takes \"text\" or \"json\", not \"\(value)\"")
      }
      options.logFormat = format
    },
  ]

  static func yesOrNo(_ value: String, of flag: String) throws(UsageError) -> Bool {
    guard value == "yes" || value == "no" else {
      throw UsageError(message: "\(flag) takes \"yes\" or \"no\", or nothing for \"yes\"; not \"\(value)\"")
    }
    return value == "yes"
  }

  private static func port(_ value: String, of flag: String) throws(UsageError) -> UInt16 {
    guard let port = UInt16(value) else {
      throw UsageError(message: "\(flag) takes a number from 0 to 65535, not \"\(value)\"")
    }
    return port
  }

  private mutating func setLimit(_ assignment: String) throws(UsageError) {
    let parts = assignment.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let value = Int(parts[1]) else {
      throw UsageError(message: "--limit takes NAME=VALUE with a whole number, not \"\(assignment)\"")
    }
    do {
      try limits.set(parts[0], to: value)
    } catch {
      let names = Limits.entries.map(\.name)
      guard !names.contains(parts[0]) else { throw UsageError(message: error.message) }
      let hint = Spelling.nearest(to: parts[0], among: names, allowed: { max(1, $0 / 3) }).map { "did you mean \($0)?" }
      throw UsageError(message: "\(error.message); \(hint ?? "parlor-server --help lists them")")
    }
  }

  private mutating func setDaily(_ assignment: String) throws(UsageError) {
    let parts = assignment.split(separator: ":", maxSplits: 1).map(String.init)
    let setting = parts.count == 2 ? parts[1].split(separator: "=", maxSplits: 1).map(String.init) : []
    guard setting.count == 2 else {
      throw UsageError(message: "--daily takes GAME:NAME=VALUE such as wordsearch:to=fr, not \"\(assignment)\"")
    }
    let value: JSON =
      switch setting[1] {
      case "true": true
      case "false": false
      default: Int(setting[1]).map(JSON.int) ?? .string(setting[1])
      }
    dailySettings.append((parts[0], setting[0], value))
  }

  /// The text of `--help`.
  static var help: String {
    var lines = [
      "usage: parlor-server [--FLAG VALUE]…",
      "       parlor-server --check [--FLAG VALUE]…",
      "                                          says what such a start would be refused for; starts and changes nothing",
      "       parlor-server replay FILE          checks a replay offline, - for standard input",
      "       parlor-server verify FILE…         checks opened puzzles against their commitments",
      "       parlor-server log [--data DIR] [--secrets]",
      "                                          prints the data's log, with letters, talk and puzzles if asked for",
      "       parlor-server backup --to FILE [--keep COUNT] [--data DIR]",
      "                                          puts all of the data into one file, while a server uses it or not; with",
      "                                          a folder the file is named by the time; verified before it has its name;",
      "                                          --keep then removes older ones from the folder, but for so many",
      "       parlor-server verify-backup FILE   checks such a file: its structure and every row",
      "       parlor-server restore FILE [--data DIR]",
      "                                          makes a data folder of it, where there is none yet",
      "       parlor-server reset-password NAME [-] [--data DIR]",
      "                                          gives somebody a new password, or with - the one on standard input;",
      "                                          the server on this data has to be stopped",
      "       parlor-server admin [--data DIR] [--json] [COMMAND …]",
      "                                          the console of a server that runs here: does what the command says, or",
      "                                          what is typed; help lists the commands",
      "       parlor-server cluster --cluster URL,URL",
      "                                          says who owns a cluster, how far its nodes are, and how its etcd is",
      "       parlor-server challenges [to=es] [size=10] [level=2] [count=20] [seed=1]",
      "                                          writes new WordSearch challenges as a challenge file",
      "       parlor-server check-game [--watch] [--golden FILE] [--game-budget MILLISECONDS] [--trust-game] -- PROGRAM…",
      "                                          checks a game in any language",
      "       parlor-server new-game NAME [--language python|node|swift]",
      "                                          generates a game in a folder of that name", "",
      "A server for word games that people play with nc, with a client, or with bots.", "",
    ]
    for flag in flags {
      let left = "  --\(flag.name) \(flag.value)"
      lines.append(left + String(repeating: " ", count: max(2, 34 - left.count)) + flag.summary)
    }
    lines += [
      "  --help, --version", "",
      "Every flag is also an environment variable: --port is PARLOR_PORT.", "", "Limits, with their defaults:",
    ]
    let defaults = Limits()
    for entry in Limits.entries {
      let left = "  \(entry.name)=\(defaults[keyPath: entry.value])"
      lines.append(left + String(repeating: " ", count: max(2, 34 - left.count)) + entry.summary)
    }
    return lines.joined(separator: "\n")
  }
}

extension Instant {
  /// Parses `2026-11-20T08:00:00Z`; `nil` for anything else.
  init?(utc text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 20, bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
      bytes[16] == UInt8(ascii: ":"), bytes[19] == UInt8(ascii: "Z"),
      let day = Day(String(decoding: bytes[..<10], as: UTF8.self))
    else { return nil }
    func number(_ range: Range<Int>, below bound: Int64) -> Int64? {
      guard bytes[range].allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return Int64(String(decoding: bytes[range], as: UTF8.self)).flatMap { $0 < bound ? $0 : nil }
    }
    guard let hour = number(11..<13, below: 24), let minute = number(14..<16, below: 60),
      let second = number(17..<19, below: 60)
    else { return nil }
    self = UTCCalendar().start(of: day).adding(milliseconds: ((hour * 60 + minute) * 60 + second) * 1000)
  }
}
