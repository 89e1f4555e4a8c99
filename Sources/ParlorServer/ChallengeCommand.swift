import Catalogue
import GameKit
import WordSearch

/// Challenge files of WordSearch: loaded at the start, written by `parlor-server challenges`.
enum ChallengeCommand {
  /// Loads challenge files; invalid objects are reported and skipped, and each file's count is printed.
  ///
  /// - Parameter fail: ends the start because a file cannot be read.
  static func load(_ files: [String], _ fail: (String) -> Never) -> [WordSearch.Challenge] {
    files.flatMap { file in
      guard let bytes = FileContents.read(file) else { fail("--challenges: cannot read \(file)") }
      let (challenges, faults) = ChallengeFile.read(bytes)
      for fault in faults {
        ServerLog.message("challenge_skipped", "\(file):\(fault.line): skipped: \(fault.reason)", to: 2)
      }
      if challenges.isEmpty {
        ServerLog.message("no_challenges", "\(file): it contains no valid challenge", to: 2)
      } else {
        ServerLog.message("challenges", "\(file): \(summary(of: challenges)), for rooms with set=file", to: 2)
      }
      return challenges
    }
  }

  /// `5 challenges, 4 en→es and 1 en→fr`: by pair of languages, in order of occurrence.
  private static func summary(of challenges: [WordSearch.Challenge]) -> String {
    var pairs: [(name: String, count: Int)] = []
    for challenge in challenges {
      let name = "\(challenge.sourceLanguage)→\(challenge.targetLanguage)"
      if let index = pairs.firstIndex(where: { $0.name == name }) {
        pairs[index].count += 1
      } else {
        pairs.append((name, 1))
      }
    }
    let total = challenges.count == 1 ? "1 challenge" : "\(challenges.count) challenges"
    guard pairs.count > 1, let last = pairs.last else { return "\(total) \(pairs.first?.name ?? "")" }
    let others = pairs.dropLast().map { "\($0.count) \($0.name)" }.joined(separator: ", ")
    return "\(total), \(others) and \(last.count) \(last.name)"
  }

  /// Makes challenges from the word lists, one per line.
  ///
  /// - Parameter assignments: `to=es`, `size=10`, `level=2`, `count=20`, `seed=1`, each with that default.
  static func run(_ assignments: [String], reading read: Catalogue.ResourceReader) -> OfflineChecks.Report {
    var settings = WordSearch.Settings()
    settings.challenges = 1
    var (count, seed) = (20, 1)
    for assignment in assignments {
      let parts = assignment.split(separator: "=", maxSplits: 1).map(String.init)
      let number = parts.count == 2 ? Int(parts[1]) : nil
      switch (parts.first, number) {
      case ("to", nil) where parts.count == 2: settings.to = parts[1]
      case ("size", let size?): settings.size = size
      case ("level", let level?): settings.level = level
      case ("count", let wanted?) where (1...100_000).contains(wanted): count = wanted
      case ("seed", let chosen?): seed = chosen
      default:
        return OfflineChecks.Report(
          lines: [
            "challenges takes to=es, size=10, level=2, count=20 (1 to 100000) and seed=1, not \"\(assignment)\""
          ], status: 64)
      }
    }
    do {
      try settings.validate()
      let source = WordSearchSource(try Catalogue.translations(read))
      return OfflineChecks.Report(lines: try lines(count, from: source, settings, seed: seed), status: 0)
    } catch let rejection as Rejection {
      return OfflineChecks.Report(lines: [rejection.message], status: 64)
    } catch {
      return OfflineChecks.Report(lines: ["\(error)"], status: 78)
    }
  }

  /// Words repeat only when all were used.
  private static func lines(
    _ count: Int, from source: WordSearchSource, _ settings: WordSearch.Settings, seed: Int
  ) throws(Rejection) -> [String] {
    var generator = SeededGenerator(seed: UInt64(bitPattern: Int64(seed)))
    var had: PuzzleSet = []
    var lines: [String] = []
    while lines.count < count {
      let puzzle: WordSearch.Puzzle
      do {
        puzzle = try source.puzzle(seed: generator.next(), settings: settings, excluding: had)
      } catch {
        guard error == .noPuzzlesLeft, !had.isEmpty else { throw error }
        had = []
        continue
      }
      had.insert(WordSearch.key(of: puzzle))
      lines += puzzle.challenges.map { String(decoding: ChallengeFile.line(of: $0), as: UTF8.self) }
    }
    return lines
  }
}
