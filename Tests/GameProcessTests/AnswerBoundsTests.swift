import GameKit
import GameProcess
import Testing
import WaitingTrait
import WireProtocol

/// A game in Python whose answer to its one move contains the members that a test chooses.
@Suite("Limits of an answer", .waiting, .enabled(if: Programs.python))
struct AnswerBoundsTests {
  private let folder = Programs.Folder()

  private func answer(_ members: String) throws -> Result<PlayedMove, ProgramFailure> {
    let file = folder.write(
      """
      import json, sys
      game = {"id": "g", "title": "G", "summary": "S", "rules": ["R"], "modes": ["together"]}
      for line in sys.stdin:
          ask = json.loads(line)
          answer = {"state": {}, "to_move": [], "views": []}
          if ask["ask"] == "hello": answer = {"version": 1, "game": game, "puzzles": "none"}
          if ask["ask"] == "play": answer.update(move={}, turn={}), answer.update(\(members))
          print(json.dumps({"id": ask["id"], **answer}), flush=True)
      """, to: "game.py")
    let program = try GameProgram(
      ProgramCommand(["python3", file]), limits: .patient, trusted: true, log: { _ in })
    let position = try program.start(.null, settings: [:])
    do throws(ProgramFailure) {
      return .success(try program.play(.text("x"), from: position, by: PlayerID(1), at: .zero, puzzle: .null))
    } catch {
      return .failure(error)
    }
  }

  private func complaint(_ members: String) throws -> String {
    guard case .failure(.fault(.invalidAnswer(_, let what))) = try answer(members) else { return "" }
    return what
  }

  @Test("A state, turn or refusal that is too long is a fault of the program")
  func bounds() throws {
    #expect(try complaint("state='x' * 65535") == #""state" has 65537 bytes; the limit is 65536"#)
    #expect(try complaint("turn={'open': {'x': 'x' * 65536}}").hasPrefix(#""turn" has 65555 bytes"#))
    #expect(try complaint("refused={'code': 'no', 'text': 'x' * 1025}").hasPrefix(#""refused" has a code"#))
    #expect(try answer("state='x' * 65534").get().after.state.count == 65536)
  }

  @Test("Characters that act on a terminal are replaced in sentences")
  func sentences() throws {
    let played = try answer(#"turn={'remark': 'a\x1b[2Jb\nc'}, state='\n'"#).get()
    #expect(played.turn.remark == "a\u{FFFD}[2Jb\u{FFFD}c")
    // The state is opaque to the host and stays unchanged.
    #expect(String(decoding: played.after.state, as: UTF8.self) == #""\n""#)
  }
}
