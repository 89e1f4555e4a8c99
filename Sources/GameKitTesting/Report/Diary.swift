import WireProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Keeps what a run of the checks does, sees and finds, in memory and, in the second process, in a file that survives
/// the process's death.
final class Diary {
  /// What the game answered at one point: compared between two processes, line by line.
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
  /// The fault that is enough to stop at, for tests of the checks; all are looked for without one.
  var enough: Fault?
  var isEnough: Bool { enough.map { hasFound($0) } ?? false }
  private let file: DiaryFile?

  /// Who reads the file.
  private let reader = getppid()

  init(file: DiaryFile? = nil, calls: Calls) { (self.file, self.calls) = (file, calls) }

  /// Says what is about to happen, in case it is the last thing that does. Where nobody reads that any more the process
  /// ends.
  func doing(_ act: @autoclosure () -> String) {
    lastAct = act()
    guard let file else { return }
    if getppid() != reader { _exit(1) }
    file.write(.act(lastAct))
  }

  /// Notes an answer of the game.
  func trace(_ subject: String, _ answer: @autoclosure () -> String, at place: Finding.Place) {
    let trace = Trace(place: place.description, subject: subject, answer: answer())
    traces.append(trace)
    file?.write(.trace(trace))
  }

  /// Notes a fault; each is kept once.
  func found(_ fault: Fault, _ sentence: @autoclosure () -> String, at place: Finding.Place = Finding.Place()) {
    guard !findings.contains(where: { $0.fault == fault }) else { return }
    let finding = Finding(fault: fault, sentence: sentence(), place: place)
    findings.append(finding)
    file?.write(.finding(finding))
  }

  /// Notes what could not be looked at, in a sentence.
  func missed(_ sentence: String) {
    guard !unchecked.contains(sentence) else { return }
    unchecked.append(sentence)
    file?.write(.unchecked(sentence))
  }

  /// Whether one of these has been found: comparisons mean nothing in a game that does not even agree with itself.
  func hasFound(_ faults: Fault...) -> Bool { findings.contains { faults.contains($0.fault) } }

  /// Says that the run has come to its end.
  func finish() { file?.write(.end(figures)) }
}
