import WireProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Records a run's actions, traces and findings in memory and, in the second process, in a file that survives a trap.
final class Diary {
  /// One answer of the game, compared between the two processes.
  struct Trace: Hashable {
    let place: String
    let subject: String
    let answer: String
  }

  private(set) var findings: [Finding] = []
  private(set) var traces: [Trace] = []
  private(set) var unchecked: [String] = []
  private(set) var lastAct = ""
  var figures = GameReport.Figures()
  let calls: Calls
  /// The fault at which to stop, for tests of the checks; `nil` looks for all faults.
  var enough: Fault?
  var isEnough: Bool { enough.map { hasFound($0) } ?? false }
  private let file: DiaryFile?

  /// The process that reads the file.
  private let reader = getppid()

  init(file: DiaryFile? = nil, calls: Calls) { (self.file, self.calls) = (file, calls) }

  /// Records the next action, in case it traps or hangs. Exits if the first process is gone.
  func doing(_ act: @autoclosure () -> String) {
    lastAct = act()
    guard let file else { return }
    if getppid() != reader { _exit(1) }
    file.write(.act(lastAct))
  }

  /// Records an answer of the game.
  func trace(_ subject: String, _ answer: @autoclosure () -> String, at place: Finding.Place) {
    let trace = Trace(place: place.description, subject: subject, answer: answer())
    traces.append(trace)
    file?.write(.trace(trace))
  }

  /// Records a finding, once per fault.
  func found(_ fault: Fault, _ sentence: @autoclosure () -> String, at place: Finding.Place = Finding.Place()) {
    guard !findings.contains(where: { $0.fault == fault }) else { return }
    let finding = Finding(fault: fault, sentence: sentence(), place: place)
    findings.append(finding)
    file?.write(.finding(finding))
  }

  /// Records what could not be checked, in a sentence.
  func missed(_ sentence: String) {
    guard !unchecked.contains(sentence) else { return }
    unchecked.append(sentence)
    file?.write(.unchecked(sentence))
  }

  /// Whether one of these was found.
  func hasFound(_ faults: Fault...) -> Bool { findings.contains { faults.contains($0.fault) } }

  /// Records that all checks have run.
  func finish() { file?.write(.end(figures)) }
}
