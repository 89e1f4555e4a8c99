import GameProcess
import Testing
import WaitingTrait

@Suite("A game's file that changes", .waiting, .enabled(if: Programs.python))
struct ReloadTests {
  /// A game that does not say hello while a file "slow" lies beside it.
  private static let program = """
    import json, os, sys, time
    game = {"id": "count", "title": "Count", "summary": "S", "rules": ["R"], "modes": ["together"]}
    for line in sys.stdin:
        while os.path.exists("slow"): time.sleep(0.01)
        print(json.dumps({"id": json.loads(line)["id"], "version": 1, "game": game, "puzzles": "none"}), flush=True)
    """

  @Test("is started again where its program was late, after four looks, and then after eight")
  func late() throws {
    let folder = Programs.Folder()
    let file = folder.write(Self.program, to: "count.py")
    let log = Lines()
    var limits = ProgramLimits()
    limits.hello = 30_000
    let game = try GameProgram(
      ProgramCommand(["python3", file]), limits: limits, trusted: true, followsFiles: true, log: log.log
    ).hostedModule()
    let reloader = try #require(GameReloader(game, hello: 300))
    let slow = folder.write("", to: "slow")
    _ = folder.write(Self.program + "\n", to: "count.py")
    func failures() -> Int { log.all.count { $0.contains("no answer to \"hello\" within") } }
    for _ in 1...2 { reloader.look() }
    #expect(failures() == 1)
    for _ in 1...3 { reloader.look() }
    #expect(failures() == 1)
    reloader.look()
    #expect(failures() == 2)
    #expect(folder.remove(slow))
    for _ in 1...7 { reloader.look() }
    #expect(!log.all.contains { $0.contains("is taken up") })
    reloader.look()
    #expect(
      log.all.last
        == "count.py: the changed file is taken up by new matches; open ones go on with the one before")
  }
}
