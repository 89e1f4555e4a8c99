import Testing
import WireProtocol

@testable import GameKit

@Suite("What a move does")
struct MoveVerbsTests {
  private static let verbs = MoveVerbs([
    "type": "object",
    "oneOf": [
      ["required": ["from", "to"]], ["required": ["to", "card"]], ["required": ["give_up"]], ["required": ["to"]],
    ],
  ])

  private func refusal(_ move: String) throws -> String? {
    let document = JSONDocument()
    try document.parse(Array(move.utf8))
    do {
      try Self.verbs.check(document.root)
    } catch {
      return "\(error.code): \(error.message)"
    }
    return nil
  }

  @Test(
    "A move with the verbs of one choice is let through, with what choices have in common and what is not said",
    arguments: [
      #"{"from":1,"to":2}"#, #"{"to":2,"card":3}"#, #"{"give_up":true}"#, #"{"from":1,"give_up":false,"card":null}"#,
      #"{"other":1,"to":2}"#, "{}", "7",
    ])
  func one(move: String) throws { #expect(try refusal(move) == nil) }

  @Test("A move with verbs of several choices is refused with both")
  func both() throws {
    let sentence = #"bad_move: A move does one thing, and this one says "from" and "give_up""#
    #expect(try refusal(#"{"give_up":true,"from":1,"to":2}"#) == sentence)
    #expect(Self.verbs.contains("give_up") && !Self.verbs.contains("to"))
  }

  @Test("A schema without choices asks for nothing")
  func none() throws {
    let document = JSONDocument()
    try document.parse(Array(#"{"guess":"x","give_up":true}"#.utf8))
    #expect(throws: Never.self) { try MoveVerbs(["required": ["guess"]]).check(document.root) }
  }
}
