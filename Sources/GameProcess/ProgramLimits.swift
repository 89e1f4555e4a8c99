/// Limits of a game's program.
public struct ProgramLimits: Sendable {
  /// How many processes answer at the same time.
  public var processes = 2
  /// Milliseconds for an answer.
  public var budget = 100
  /// Milliseconds for the answer to `hello`, which includes the interpreter's start.
  public var hello = 5000
  /// Bytes of private memory per process.
  public var memory = 512 << 20
  /// Seconds of processor time per process. A process that was busy for half of that is replaced between questions.
  public var processorSeconds = 3600
  /// Threads per process: more than an interpreter with a garbage collector starts.
  public var threads = 64
  /// Bytes of an answer.
  public var lineBytes = 1 << 20
  /// Bytes on standard error between a question and its answer.
  public var errorBytes = 256 << 10
  /// Milliseconds between a failed start and the next one, doubled with each further failure.
  public var backoff = 100
  /// The maximum of ``backoff`` after doubling, in milliseconds.
  public var maximumBackoff = 30_000
  /// Milliseconds to exit after the end of input, and again after SIGTERM.
  public var grace = 500

  /// The defaults.
  public init() {}
}
