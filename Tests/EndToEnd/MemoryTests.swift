import Foundation
import ServerHarness
import Testing
import WaitingTrait

#if os(Linux)
  /// A mixed load grew by 10 to 45 MB in ten minutes: queues move between threads, and every new thread had its own
  /// arena in the C library, which keeps freed memory.
  @Suite("Memory of a running server", .waiting)
  struct MemoryTests {
    /// The number of arenas of a process besides the main one. glibc reserves each at a multiple of 64 MiB
    /// (`HEAP_MAX_SIZE` in malloc/arena.c).
    private func furtherArenas(of process: Int32) throws -> Int {
      try String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8).split(separator: "\n").count { line in
        let fields = line.split(separator: " ")
        let start = fields[0].split(separator: "-").first.flatMap { UInt64($0, radix: 16) }
        return fields.count == 5 && fields[1] == "rw-p" && start.map { $0 % (64 << 20) == 0 } == true
      }
    }

    @Test("Any number of threads uses at most two malloc arenas")
    func arenas() throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-memory-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      let server = try ServerProcess(["--data", folder.path])
      for number in 1...4 {
        let client = try SocketClient.greeted(port: server.port)
        _ = try client.ask(#"{"type":"login","name":"player\#(number)"}"#)
        _ = try client.ask(#"{"type":"create","game":"wordle","mode":"practice","settings":{}}"#)
        for word in ["crane", "moist", "saint"] {
          _ = try client.ask(#"{"type":"move","text":"\#(word)"}"#)
          _ = try client.ask(#"{"type":"stats"}"#)
        }
        client.close()
      }
      #expect(try furtherArenas(of: server.identifier) <= 1)
    }
  }
#endif
