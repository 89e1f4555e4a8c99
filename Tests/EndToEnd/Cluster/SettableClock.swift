import Foundation
import ServerHarness

/// The system clock as seen by a program that is started with ``environment``. It can be set while the program runs.
/// The monotonic clock is unaffected, as when an operator sets the clock.
///
/// faketime is not used: it also replaces the calls by which libdispatch waits.
final class SettableClock {
  /// Whether a C compiler is there to build the preloaded library.
  static let isPossible = SystemShell.has("cc")

  private static let source = """
    #include <fcntl.h>
    #include <stdlib.h>
    #include <sys/mman.h>
    #include <sys/syscall.h>
    #include <time.h>
    #include <unistd.h>

    static const volatile long *ahead;

    __attribute__((constructor)) static void begin(void) {
      int file = open(getenv("SETTABLE_CLOCK"), O_RDONLY | O_CLOEXEC);
      void *page = mmap(NULL, sizeof(long), PROT_READ, MAP_SHARED, file, 0);
      if (page != MAP_FAILED) ahead = page;
      close(file);
    }

    int clock_gettime(clockid_t clock, struct timespec *time) {
      long status = syscall(SYS_clock_gettime, clock, time);
      if (status == 0 && clock == CLOCK_REALTIME && ahead) time->tv_sec += *ahead;
      return status;
    }
    """

  private let folder: TemporaryFolder
  private let file: FileHandle
  /// Environment variables that make a program use this clock.
  let environment: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    let (library, path) = (folder.path + "/clock.so", folder.path + "/ahead")
    try Data(Self.source.utf8).write(to: URL(fileURLWithPath: folder.path + "/clock.c"))
    let compiler = try SystemShell.run("cc -O1 -shared -fPIC -D_GNU_SOURCE -o \(library) \(folder.path)/clock.c")
    guard compiler.status == 0 else { throw FaultRun.Stuck(description: compiler.text) }
    try Data(count: MemoryLayout<Int>.size).write(to: URL(fileURLWithPath: path))
    file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    environment = ["LD_PRELOAD": library, "SETTABLE_CLOCK": path]
  }

  func set(secondsAhead seconds: Int) throws {
    try file.seek(toOffset: 0)
    try file.write(contentsOf: withUnsafeBytes(of: seconds) { Data($0) })
  }
}
