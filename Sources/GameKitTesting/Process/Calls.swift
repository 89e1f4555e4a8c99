#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The methods of a game and its source, by the names in GameKit.
enum Method: String, CaseIterable {
  case initializer = "init(puzzle:settings:)"
  case key = "key(of:)"
  case solution = "solution(of:)"
  case parse = "parse(_:)"
  case play = "play(_:by:at:)"
  case handle = "handle(_:at:)"
  case board = "board(for:)"
  case outcome = "outcome(for:)"
  case progress = "progress(of:)"
  case missed = "missed(by:)"
  case toMove
  case deadline
  case timeIsUp = "timeIsUp(for:)"
  case encode = "encode(to:)"
  case decode = "init(from:)"
  case validate = "validate()"
  case deal = "puzzle(seed:settings:excluding:)"
  case daily = "puzzle(for:season:settings:)"
  case dailyKey = "key(for:season:settings:)"
  case puzzleCount = "puzzleCount(settings:)"
  case dayCount = "dayCount(settings:)"
  case admit = "admit(_:to:)"
  case candidates = "candidateMoves(in:for:limit:using:)"
  case listed = "candidates(for:)"
  case made = "candidateMoves(on:settings:limit:using:)"
  case determinization = "determinization(of:settings:using:)"

  /// The name for the game's author: for a game in another process, the question of Protocol/GAMES.md.
  func name(isElsewhere: Bool) -> String {
    guard isElsewhere else { return rawValue }
    return switch self {
    case .initializer, .toMove, .deadline, .encode, .decode: "\"start\""
    case .key, .solution, .deal, .daily, .dailyKey, .validate, .determinization: "\"puzzle\""
    case .parse, .admit: "\"read\""
    case .play: "\"play\""
    case .handle: "\"tick\""
    case .board, .outcome, .progress, .missed, .timeIsUp, .candidates, .listed, .made: "\"view\""
    case .puzzleCount, .dayCount: "\"hello\""
    }
  }

  /// Whether it deals or searches, for which the budget is `dealMilliseconds`.
  fileprivate var mayTakeLong: Bool {
    switch self {
    case .deal, .daily, .dailyKey, .candidates, .made: true
    default: false
    }
  }
}

/// Tracks the running method, in memory that survives the process, and the time of each call.
final class Calls {
  /// Two values: the running method's index from 1 (0 for none), and the number of calls so far.
  private let memory: UnsafeMutablePointer<Int64>
  static let bytes = 2 * MemoryLayout<Int64>.stride
  private let budgets: Budgets
  private var slowCalls = [Int](repeating: 0, count: Method.allCases.count)
  private var slowest = [Int](repeating: 0, count: Method.allCases.count)

  /// - Parameter path: a file of ``bytes`` bytes to map; `nil` allocates memory.
  init(budgets: Budgets, path: String? = nil) {
    self.budgets = budgets
    memory = path.flatMap(Self.map) ?? .allocate(capacity: 2)
    memory.update(repeating: 0, count: 2)
  }

  private static func map(_ path: String) -> UnsafeMutablePointer<Int64>? {
    let descriptor = open(path, O_RDWR)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let start = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let start, start != MAP_FAILED else { return nil }
    return start.bindMemory(to: Int64.self, capacity: 2)
  }

  /// The method that was running when the process ended; `nil` for none.
  static func last(in path: String) -> Method? {
    guard let bytes = FileBytes.read(path), bytes.count >= MemoryLayout<Int64>.size else { return nil }
    let index = bytes.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) }
    return Method.allCases.indices.contains(Int(index) - 1) ? Method.allCases[Int(index) - 1] : nil
  }

  /// Calls a method of the game and measures it. Only the second slow call of a method is a fault, because the first
  /// one may initialize shared state.
  func run<Value, Failure: Error>(
    _ method: Method, _ diary: Diary, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let index = Method.index(of: method)
    memory[0] = Int64(index + 1)
    memory[1] &+= 1
    let start = time()
    defer {
      let time = self.time() - start
      memory[0] = 0
      slowest[index] = max(slowest[index], time)
      let budget = method.mayTakeLong ? budgets.dealMilliseconds : budgets.moveMilliseconds
      if time > budget * 1000 { note(method, index, time / 1000, budget, diary) }
    }
    return try body()
  }

  /// Processor time of this thread and of a game in another process, in microseconds.
  private func time() -> Int {
    processorMicroseconds() + Int(clamping: (budgets.timeElsewhere?() ?? 0) / 1000)
  }

  /// The processor time of the slowest call, in microseconds.
  func slowest(_ method: Method) -> Int { slowest[Method.index(of: method)] }

  private func note(_ method: Method, _ index: Int, _ time: Int, _ budget: Int, _ diary: Diary) {
    slowCalls[index] += 1
    guard slowCalls[index] > 1 else { return }
    diary.found(
      .tooSlow,
      "\(method.name(isElsewhere: budgets.isElsewhere)) takes \(time) ms of processor time, more than \(budget), when asked to \(diary.lastAct)"
    )
  }

  // MARK: - Loops

  /// Ends this process by a signal when one call has used that much processor time.
  func endCall(afterProcessorSeconds seconds: Int) {
    watched = memory
    signal(SIGVTALRM) { _ in
      guard let watched else { return }
      if watched[0] != 0, watched[1] == seen { raise(SIGXCPU) }
      seen = watched[1]
    }
    let interval = timeval(tv_sec: max(1, seconds), tv_usec: 0)
    var timer = itimerval(it_interval: interval, it_value: interval)
    setitimer(virtualTimer, &timer, nil)
  }
}

extension Method {
  private static let places = Dictionary(uniqueKeysWithValues: zip(allCases, allCases.indices))

  fileprivate static func index(of method: Method) -> Int { places[method] ?? 0 }
}

/// State of the signal handler: the memory of ``Calls``, and its number of calls at the previous signal.
nonisolated(unsafe) private var watched: UnsafeMutablePointer<Int64>?
nonisolated(unsafe) private var seen: Int64 = -1

#if canImport(Darwin)
  private let virtualTimer = ITIMER_VIRTUAL
#else
  private let virtualTimer = __itimer_which_t(ITIMER_VIRTUAL.rawValue)
#endif

/// Processor time of this thread, independent of the machine's load.
func processorMicroseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Int(time.tv_sec) * 1_000_000 + Int(time.tv_nsec) / 1000
}
