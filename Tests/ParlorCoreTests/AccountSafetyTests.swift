import CoreHarness
import Foundation
import Passwords
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Accounts under attack")
struct AccountSafetyTests {
  private static let password = "correct horse"

  private func world(limits change: (inout Limits) -> Void = { _ in }) throws -> (world: World, token: String) {
    let world = try World(stores: true, limits: change)
    world.connect("ana")
    let answer = world.send("ana", #"{"type":"register","name":"ana","password":"correct horse","keep":true}"#).last
    return (world, try #require(answer?["token"]?.stringValue))
  }

  private static func logIn(_ name: String, _ password: String = password) -> String {
    #"{"type":"login","name":"\#(name)","password":"\#(password)"}"#
  }

  @discardableResult
  private func runPassword(_ world: World) throws -> PasswordTask.Result {
    let (number, task) = try #require(world.parlor.takePasswordTask())
    let result = task.run()
    world.parlor.finishedPasswordTask(number, result, at: world.now)
    return result
  }

  private func logged(_ world: World, _ event: String) -> [JSONObject] {
    world.log.filter { $0.event == event }.map(\.fields)
  }

  @Test("The answer to a login says whether a password opens the account")
  func hasPassword() throws {
    let (world, token) = try world()
    world.connect("again", "third")
    let answers = world.send("again", #"{"type":"login","token":"\#(token)"}"#)
    #expect(answers.first { $0.type == "login" }?["password"] == true)
    #expect(world.send("third", #"{"type":"login","name":"cia"}"#).last?["password"] == nil)
  }

  @Test("A password change completes after a stolen token has ended its session, and ends the thief's session")
  func takeover() throws {
    let (world, token) = try world()
    world.connect("thief")
    world.holdsPasswords = true
    #expect(world.send("ana", #"{"type":"password","old":"correct horse","new":"battery staple"}"#) == [])
    #expect(world.send("thief", #"{"type":"login","token":"\#(token)"}"#).last?["you"] == "ana")
    #expect(world.take("ana").last?["reason"] == "taken_over")
    try runPassword(world)
    world.holdsPasswords = false
    world.connect("phone")
    #expect(world.send("phone", Self.logIn("ana", "battery staple")).last?["you"] == "ana")
    #expect(world.take("thief").last?["reason"] == "password_changed")
    #expect(!world.isConnected("thief"))
    #expect(world.send("phone", Self.logIn("ana")).last?.code == "wrong_password")
    world.connect("again")
    #expect(world.send("again", #"{"type":"login","token":"\#(token)"}"#).last?.code == "bad_token")
    #expect(world.faults == [])
  }

  @Test("A change with a wrong old password changes nothing, whatever becomes of its session", .needs("Vocabulary"))
  func wrongTakeover() throws {
    let (world, token) = try world()
    world.connect("phone")
    world.holdsPasswords = true
    world.send("ana", #"{"type":"password","old":"wrong horse","new":"battery staple"}"#)
    world.send("phone", #"{"type":"login","token":"\#(token)"}"#)
    #expect(try runPassword(world) == .wrong)
    world.holdsPasswords = false
    #expect(world.send("phone", #"{"type":"languages"}"#).last?.type == "languages")
    #expect(world.send("phone", Self.logIn("ana")).last?["you"] == "ana")
  }

  @Test("A line that looks like an account command is neither talk nor repeated in a room")
  func guarded() throws {
    // The page's story types the same lines.
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Browser/mistyped.txt")
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init) {
      let (world, _) = try world()
      world.connect("eve")
      world.send("ana", #"{"type":"create","room":"lunch"}"#)
      world.send("eve", #"{"type":"join","room":"lunch"}"#)
      world.take("ana")
      let answer = world.send("eve", line).sentences
      #expect(answer.contains("begins with a slash: /") && !answer.contains("secret-word"), "\(line): \(answer)")
      #expect(world.take("ana") == [], "\(line)")
      world.send("eve", "/join wordle")
      #expect(!world.send("eve", line).text.contains("secret-word"), "\(line), in a game's room")
    }
  }

  @Test(
    "A sentence about logging in is talk",
    arguments: [
      "login does not work for me", "login", "logic puzzles rule", "pass the ball", "begin the game", "password",
      "the password is 12345678", "sign in is broken", "I have to login ana", "registration is open", "login",
      "along came ana", "sign here please", "log cabins are nice", "resume the game", "logon is slow",
      "new", "new words are hard to learn", "my login does work", "a b c: d e f", "lo", ":", "&;", "&amp;",
      "set the table",
    ])
  func said(_ line: String) { #expect(TextCommand.accountUsage(meantBy: line) == nil) }

  @Test("A line of talk with a token is refused, in JSON and typed; half a token is talk")
  func token() throws {
    let (world, token) = try world()
    world.connect("eve")
    world.send("ana", #"{"type":"create","room":"lunch"}"#)
    world.send("eve", #"{"type":"join","room":"lunch"}"#)
    world.take("eve")
    let say = #"{"type":"say","text":"it is \#(token), see"}"#
    #expect(world.send("ana", say).last?.code == "bad_text")
    let operators = "h1_" + token.dropFirst(3)
    for line in [token, "/say \(token)", "say pp1_\(token)", "x\(token.uppercased())", operators, "hh1_p\(operators)"] {
      let answer = world.send("ana", line).text
      #expect(answer.contains("holds a token") && !answer.contains(token.dropFirst(3)), "\(answer)")
    }
    #expect(world.take("eve") == [])
    world.send("ana", "my token begins with \(token.dropLast())")
    #expect(world.take("eve").last?["text"]?.stringValue?.hasPrefix("my token") == true)
    #expect(world.faults == [])
  }

  @Test(
    "A password of invisible characters is refused; one with invisible joiners between letters is accepted",
    arguments: [
      (String(repeating: "\u{FFA0}", count: 8), false), ("correct\u{3164}horse", false),
      (String(repeating: "\u{115F}", count: 12), false), ("👩‍👩‍👧❤️👩‍👩‍👧❤️👩‍👩‍👧❤️👩‍👩‍👧❤️", true), ("می‌خواهم‌بروم", true),
    ])
  func invisible(_ password: String, _ isTaken: Bool) throws {
    let world = try World(stores: true)
    world.connect("ben")
    let answer = world.send("ben", #"{"type":"register","name":"ben","password":"\#(password)"}"#).last
    #expect(answer?.type == (isTaken ? "register" : "error"))
  }

  @Test("A stolen token cannot rename an account with a password, in JSON or typed")
  func renaming() throws {
    let (world, token) = try world { $0.passwordTries = 3 }
    world.connect("thief")
    #expect(world.send("thief", #"{"type":"login","token":"\#(token)"}"#).last?["you"] == "ana")
    for (fields, code) in [
      (#""name":"mine""#, "wrong_password"), (#""name":"ANA""#, "wrong_password"),
      (#""name":"mine","password":"wrong horse""#, "wrong_password"), (#""password":"correct horse""#, "bad_field"),
    ] { #expect(world.send("thief", "{\"type\":\"rename\",\(fields)}").last?.code == code, "\(fields)") }
    #expect(world.send("thief", "/rename mine").text.contains("password is missing"))
    #expect(world.send("thief", "/rename mine wrong horse").text.contains("not your password"))
    world.connect("owner")
    #expect(world.send("owner", Self.logIn("ana")).last?["you"] == "ana")
    #expect(world.send("owner", "/rename anna correct horse").text.contains("You are anna now"))
    let again = #"{"type":"rename","name":"eva","password":"correct horse"}"#
    #expect(world.send("owner", again).last("rename")?["you"] == "eva")
    world.send("owner", #"{"type":"create","room":"lunch"}"#)
    #expect(world.send("owner", "rename anna correct horse").text.contains("may hold a password"))
    world.connect("far", from: "203.0.113.9")
    world.send("far", #"{"type":"login","token":"\#(token)"}"#)
    #expect(world.send("far", again).last?.code == "not_encrypted")
    #expect(world.faults == [])
  }

  @Test("The server log records password events without passwords, and a limited number of wrong ones per minute")
  func log() throws {
    let (world, _) = try world { ($0.passwordTries, $0.passwordTriesPerAddress) = (1000, 1000) }
    world.connect("eve", from: "127.0.0.9")
    for _ in 0..<50 { world.send("eve", Self.logIn("ana", "wrong horse")) }
    #expect(logged(world, "wrong_password").count == LogSampler.mostPerMinute)
    #expect(logged(world, "wrong_password").first == ["from": "127.0.0.9", "name": "ana"])
    world.wait(seconds: 61)
    world.send("eve", Self.logIn("my-own-secret", "wrong horse"))
    #expect(logged(world, "wrong_password").last == ["from": "127.0.0.9", "unlogged": 30])
    world.send("ana", #"{"type":"password","old":"correct horse","new":"battery staple"}"#)
    #expect(logged(world, "password_changed") == [["name": "ana"]])
    #expect(logged(world, "password_set") == [["name": "ana"]])
    let texts = world.log.map { JSON.object($0.fields).text }.joined()
    #expect(!texts.contains("horse") && !texts.contains("staple") && !texts.contains("secret"))
    #expect(world.parlor.figures.passwords.wrong == 51 && world.parlor.figures.passwords.right == 2)
  }

  @Test("The number of pending password checks is reported, with the one in progress")
  func waiting() throws {
    let (world, _) = try world()
    world.holdsPasswords = true
    for index in 0..<3 {
      world.connect("p\(index)")
      world.send("p\(index)", Self.logIn("ana"))
    }
    #expect(world.parlor.situation.waitingPasswords == 3)
    _ = world.parlor.takePasswordTask()
    #expect(world.parlor.situation.waitingPasswords == 3)
  }

  @Test("A first attempt is checked despite wrong ones from more addresses than may wait")
  func manyAddresses() throws {
    let (world, _) = try world { $0.passwordsWaiting = 4 }
    for index in 0..<8 {
      world.connect("flood\(index)", from: "127.0.1.\(index)")
      world.send("flood\(index)", Self.logIn("ana", "wrong horse"))
    }
    world.holdsPasswords = true
    for index in 0..<8 { world.send("flood\(index)", Self.logIn("ana", "wrong horse")) }
    world.connect("owner", from: "127.0.0.7")
    #expect(world.send("owner", Self.logIn("ana")) == [])
    // Every other turn is such an address's, so that it is among the first two, though it came last.
    let results = try (0..<2).map { _ in try runPassword(world) }
    #expect(results.contains { $0 != .wrong })
    world.holdsPasswords = false
    world.send("owner", #"{"type":"ping"}"#)
    #expect(world.player("owner")?.name == "ana")
    #expect(world.faults == [])
  }

  @Test("New accounts from many addresses displace nobody who waits with a password")
  func registrations() throws {
    let (world, _) = try world { $0.passwordsWaiting = 2 }
    world.holdsPasswords = true
    for index in 0..<2 {
      world.connect("owner\(index)", from: "127.0.0.\(index + 2)")
      #expect(world.send("owner\(index)", Self.logIn("ana")) == [])
    }
    for index in 0..<4 {
      world.connect("new\(index)", from: "127.0.1.\(index)")
      let register = #"{"type":"register","name":"new\#(index)","password":"correct horse"}"#
      #expect(world.send("new\(index)", register).last?.code == (index < 2 ? nil : "too_fast"))
    }
    #expect(world.parlor.situation.waitingPasswords == 4)
    for _ in 0..<4 { try runPassword(world) }
    for index in 0..<2 { #expect(world.take("owner\(index)").last?.code == nil) }
  }

  @Test(
    "A flood from new addresses, under invented and claimed names, delays a claimed name by a bounded time",
    arguments: [(0, 2), (10, 22)])
  func freshAddresses(_ claimed: Int, _ most: Int) throws {
    let (world, _) = try world { $0.passwordsWaiting = 16 }
    for index in 0..<claimed {
      world.connect("claim", from: "127.9.9.\(index)")
      world.send("claim", #"{"type":"login","name":"real\#(index)"}"#)
      world.drop("claim")
    }
    world.holdsPasswords = true
    var arrivals = 0
    func arrive() {
      arrivals += 1
      let name = claimed > 0 && arrivals % 2 == 0 ? "real\(arrivals / 2 % claimed)" : "made-up\(arrivals)"
      world.connect("f\(arrivals)", from: "127.\(1 + arrivals / 65_536).\(arrivals / 256 % 256).\(arrivals % 256)")
      world.send("f\(arrivals)", Self.logIn(name, "wrong horse"))
    }
    for _ in 0..<200 { arrive() }
    world.connect("owner", from: "127.200.0.1")
    #expect(world.send("owner", Self.logIn("ana")) == [])
    var turns = 0
    while world.player("owner")?.name != "ana", turns < 100 {
      try runPassword(world)
      turns += 1
      for _ in 0..<8 { arrive() }
    }
    #expect(turns <= most)
  }

  @Test("Everyone is checked eventually, however many others come with a first password")
  func turns() throws {
    let (world, _) = try world()
    world.connect("slip", from: "127.0.0.7")
    world.send("slip", Self.logIn("ana", "wrong horse"))
    world.holdsPasswords = true
    world.send("slip", Self.logIn("ana"))
    for index in 0..<20 {
      world.connect("new\(index)", from: "127.0.1.\(index)")
      world.send("new\(index)", Self.logIn("ana", "wrong horse"))
    }
    let results = try (0..<3).map { _ in try runPassword(world) }
    #expect(results.contains { $0 != .wrong })
  }

  @Test(
    "Characters are counted as people count them, and passwords are normalised",
    arguments: [
      (String(repeating: "e\u{301}", count: 65), String(repeating: "é", count: 65), true),
      (String(repeating: "e\u{301}", count: 128), String(repeating: "é", count: 128), true),
      (String(repeating: "e\u{301}", count: 129), "", false),
      (String(repeating: "\u{1112}\u{1161}\u{11AB}", count: 8), "한한한한한한한한", true),
      (String(repeating: "e\u{302}\u{301}", count: 100), String(repeating: "ế", count: 100), true),
      (#"\tcorrect horse\t"#, "correct horse", true), ("correct horse ", #"correct horse\n"#, true),
      (#"correct\thorse"#, "", false), (#"\t\t\t\t\t\t\t\t\t"#, "", false),
      (String(repeating: "e\u{301}", count: 7), "", false),
    ])
  func normalised(_ password: String, _ other: String, _ isTaken: Bool) throws {
    let (world, _) = try world()
    world.connect("ben", "phone")
    let answer = world.send("ben", #"{"type":"register","name":"ben","password":"\#(password)"}"#).last
    #expect(answer?.type == (isTaken ? "register" : "error"))
    guard isTaken else { return }
    for written in [password, other] {
      #expect(world.send("phone", Self.logIn("ben", written)).last?["you"] == "ben")
    }
    guard !password.contains("\\"), !other.contains("\\") else { return }
    for written in [password, other] {
      #expect(world.send("phone", "/login ben \(written)").text.contains("You are ben"), "typed")
    }
  }
}
