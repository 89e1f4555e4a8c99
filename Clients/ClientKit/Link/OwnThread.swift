#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A thread for blocking work. It blocks all signals, which belong to the program, possibly a terminal's.
enum OwnThread {
  /// Starts a thread that ends with `body`.
  ///
  /// - Returns: whether the system could create one.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(Work(body)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      let result = pthread_create(&thread, nil, { runWork($0) }, work)
      if result == 0, let thread { pthread_detach(thread) }
    #else
      var thread = pthread_t()
      let result = pthread_create(&thread, nil, { runWork($0) }, work)
      if result == 0 { pthread_detach(thread) }
    #endif
    if result != 0 { Unmanaged<Work>.fromOpaque(work).release() }
    return result == 0
  }
}

private final class Work: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func runWork(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let work else { return nil }
  var all = sigset_t()
  sigfillset(&all)
  pthread_sigmask(SIG_BLOCK, &all, nil)
  Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
  return nil
}
