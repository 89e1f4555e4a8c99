internal import Catalogue
internal import WireProtocol

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A report with its moves, as written by `--report`: the message `trial_report` with the field `played`.
struct TrialFile: Equatable {
  var report: TrialReport
  var played: PlayedPuzzles

  var json: JSON {
    guard case .object(var object) = TrialText.json(of: report) else { return .null }
    object["played"] = played.json
    return .object(object)
  }

  /// Reads ``json``, a message `trial_report`, or a result of `run --json` that contains one.
  init?(reading bytes: [UInt8]) {
    let document = JSONDocument()
    guard (try? document.parse(bytes)) != nil else { return nil }
    let root = document.root["report"] ?? document.root
    guard let report = try? TrialReport(reading: MessageFields(root)) else { return nil }
    self.init(report, PlayedPuzzles(reading: root["played"]?.value ?? .null))
  }

  init(_ report: TrialReport, _ played: PlayedPuzzles) {
    self.report = report
    self.played = played
  }

  func write(to file: String) throws(Failure) {
    guard FileContents.create(file, Array((json.text + "\n").utf8)) else {
      throw Failure("cannot write \(file)", result: -Int(errno))
    }
  }
}
