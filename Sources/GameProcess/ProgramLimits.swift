/// What a game's program may use.
public struct ProgramLimits: Sendable {
  /// How many processes answer at the same time.
  public var processes = 2
  /// Milliseconds for an answer.
  public var budget = 100
  /// Milliseconds for the answer to `hello`, in which an interpreter starts.
  public var hello = 5000
  /// Bytes of private memory of a process.
  public var memory = 512 << 20
  /// Seconds of processor time of a process. One that has been at work for half of that is replaced between questions.
  public var processorSeconds = 3600
  /// Threads of a process: more than an interpreter with a collector of garbage starts.
  public var threads = 64
  /// Bytes of an answer.
  public var lineBytes = 1 << 20
  /// Bytes on standard error between a question and its answer.
  public var errorBytes = 256 << 10
  /// Milliseconds between a failure and the next start, doubled by each failure that follows.
  public var rest = 100
  /// The most milliseconds between a failure and the next start.
  public var longestRest = 30_000
  /// Milliseconds that a process has after the end of its input, and once more after SIGTERM.
  public var grace = 500

  /// The defaults.
  public init() {}
}
