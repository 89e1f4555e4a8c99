import GameProcess
import Testing
import WaitingTrait

@Suite("Reloading of changed programs", .waiting, .enabled(if: Programs.python))
struct ReloadTests {
  /// A game that does not answer while a file "slow" exists in its folder.
  private static let program = """
    import json, os, sys, time
    game = {"id": "count", "title": "Count", "summary": "S", "rules": ["R"], "modes": ["together"]}
    for line in sys.stdin:
        while os.path.exists("slow"): time.sleep(0.01)
        print(json.dumps({"id": json.loads(line)["id"], "version": 1, "game": game, "puzzles": "none"}), flush=True)
    """

  @Test("A changed program whose hello was late is started again after four polls, then after eight")
  func late() throws {
    let folder = Programs.Folder()
    let file = folder.write(Self.program, to: "count.py")
    let log = Lines()
    var limits = ProgramLimits()
    limits.hello = 30_000
    // A spare process would wait for the file "slow" as well, at each poll.
    limits.processes = 1
    let game = try GameProgram(
      ProgramCommand(["python3", file]), limits: limits, trusted: true, watchesFiles: true, log: log.log
    ).hostedModule()
    let reloader = try #require(GameReloader(game, hello: 2000))
    let slow = folder.write("", to: "slow")
    _ = folder.write(Self.program + "\n", to: "count.py")
    func failures() -> Int { log.all.count { $0.contains("no answer to \"hello\" within") } }
    for _ in 1...2 { reloader.poll() }
    #expect(failures() == 1)
    for _ in 1...3 { reloader.poll() }
    #expect(failures() == 1)
    reloader.poll()
    #expect(failures() == 2)
    #expect(folder.remove(slow))
    for _ in 1...7 { reloader.poll() }
    #expect(!log.all.contains { $0.contains("new matches use the changed file") })
    reloader.poll()
    #expect(
      log.all.last
        == "count.py: new matches use the changed file; open ones continue with the previous version")
  }
}
