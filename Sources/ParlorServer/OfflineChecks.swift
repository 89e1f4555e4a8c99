import Catalogue
import GameKit
import ParlorCore
import Storage
import WireProtocol

/// Checks that need no server: that a replay agrees with the rules, and that a day's puzzle matches its commitment.
enum OfflineChecks {
  /// The output of a check and its exit status: 0 on success, 65 (`EX_DATAERR`) on a mismatch.
  struct Report {
    var lines: [String]
    var status: Int32
  }

  /// Replays a match from its file. Other recorded lines of a session are ignored.
  static func replay(_ file: String, games: [GameModule]) -> Report {
    guard let bytes = FileContents.read(file) else { return Report(lines: ["cannot read \(file)"], status: 66) }
    let lines: [JSON]
    do {
      lines = try messages(bytes).filter { $0["type"]?.stringValue?.hasPrefix("replay_") == true }
    } catch {
      return Report(lines: [error.message], status: 65)
    }
    do {
      let verdict = try ReplayFile.check(lines, games: games)
      return Report(
        lines: ["ok: \(verdict.game), \(verdict.moves) moves and \(verdict.results) results agree with the rules"],
        status: 0)
    } catch {
      return Report(lines: ["line \(error.line) of the replay: \(error.message)"], status: 65)
    }
  }

  /// Prints the log of a data folder, one entry at a time.
  static func log(_ folder: String, withSecrets: Bool) -> Report {
    do {
      try SQLiteStorage.readLog(in: folder) { entry in
        for line in entry.text(withSecrets: withSecrets).split(separator: UInt8(ascii: "\n")) {
          ServerLog.print(String(decoding: line, as: UTF8.self))
        }
      }
      return Report(lines: [], status: 0)
    } catch {
      return Report(lines: [error.message], status: 66)
    }
  }

  /// Compares the commitments in `about` and `new_day` with the puzzles opened in `new_day` and `opened`.
  static func verify(_ files: [String]) -> Report {
    var commitments: [String: String] = [:]
    var opened: [(day: String, game: String, entry: JSON)] = []
    for file in files {
      guard let bytes = FileContents.read(file) else { return Report(lines: ["cannot read \(file)"], status: 66) }
      do {
        for message in try messages(bytes) { collect(message, &commitments, &opened) }
      } catch {
        return Report(lines: ["\(file): \(error.message)"], status: 65)
      }
    }
    guard !opened.isEmpty else {
      return Report(lines: ["these files open no puzzle: they need a new_day or opened message"], status: 65)
    }
    return judge(opened, commitments)
  }

  private static func collect(
    _ message: JSON, _ commitments: inout [String: String], _ opened: inout [(day: String, game: String, entry: JSON)]
  ) {
    let day = message["day"]?.stringValue ?? ""
    for (game, hash) in message["commitments"]?.objectValue?.members ?? [] {
      commitments[day + " " + game] = hash.stringValue
    }
    let openedDay = message["opened_day"]?.stringValue ?? day
    for (game, entry) in message["opened"]?.objectValue?.members ?? [] { opened.append((openedDay, game, entry)) }
  }

  private static func judge(
    _ opened: [(day: String, game: String, entry: JSON)], _ commitments: [String: String]
  ) -> Report {
    var report = Report(lines: [], status: 0)
    for (day, game, entry) in opened {
      guard let puzzle = entry["puzzle_data"], let nonce = entry["nonce"]?.stringValue else { continue }
      guard let expected = commitments[day + " " + game] else {
        report.lines.append("\(day) \(game): these files contain no commitment for it")
        report.status = 65
        continue
      }
      let agrees = Commitment.hash(nonce: nonce, puzzle: puzzle) == expected
      report.lines.append(
        "\(day) \(game): \(agrees ? "ok, the puzzle is the one that was committed to" : "NOT the puzzle that was committed to")"
      )
      if !agrees { report.status = 65 }
    }
    return report
  }

  /// A line that is not JSON.
  private struct BadLine: Error {
    let message: String
  }

  /// The JSON lines of a recorded session; lines that do not begin with `{` are ignored.
  private static func messages(_ bytes: [UInt8]) throws(BadLine) -> [JSON] {
    var messages: [JSON] = []
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() where line.first == UInt8(ascii: "{") {
      do {
        messages.append(try JSON(parsing: line))
      } catch {
        throw BadLine(message: "line \(index + 1): \(error.description)")
      }
    }
    return messages
  }
}
