import CoreHarness
import Passwords
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Accounts: names with a password")
struct AccountTests {
  private static let password = "correct horse"

  /// A world with a player who has a password.
  private func world(
    of name: String = "ana", limits change: (inout Limits) -> Void = { _ in }
  ) throws -> World {
    let world = try World(stores: true, limits: change)
    world.connect(name)
    #expect(world.send(name, Self.register(name)).last?["you"] == .string(name))
    return world
  }

  private static func register(_ name: String, _ password: String = password, keep: Bool = false) -> String {
    #"{"type":"register","name":"\#(name)","password":"\#(password)","keep":\#(keep)}"#
  }

  private static func logIn(_ name: String, _ password: String = password, keep: Bool = false) -> String {
    #"{"type":"login","name":"\#(name)","password":"\#(password)","keep":\#(keep)}"#
  }

  @Test(
    "An account is made in two steps, and name and password restore the player with everything",
    .needs("Vocabulary"))
  func account() throws {
    let world = try world()
    world.send("ana", #"{"type":"add_language","name":"Spanish","original":"casa","translation":"house"}"#)
    #expect(world.send("ana", #"{"type":"logout"}"#).last?["you"]?.stringValue?.hasPrefix("guest-") == true)
    #expect(world.send("ana", #"{"type":"languages"}"#).last?.code == "not_named")
    world.connect("phone")
    #expect(world.send("phone", Self.logIn("ANA")).last?["you"] == "ana")
    let languages = world.send("phone", #"{"type":"languages"}"#).last?["languages"]?.arrayValue
    #expect(languages?.first?["language"] == "Spanish" && languages?.first?["words"] == 1)
    #expect(world.faults == [])
  }

  @Test(
    "A password has 8 to 128 characters of any script, and a refusal does not repeat it",
    arguments: [
      ("1234567", false), ("12345678", true), ("пароль-1", true), ("密码密码密码密码", true), ("👨‍👩‍👧 family 8", true),
      (String(repeating: "x", count: 128), true), (String(repeating: "x", count: 129), false),
      (#"bell\u0007bell"#, false),
      ("        ", false),
    ])
  func rules(_ password: String, _ isTaken: Bool) throws {
    let world = try World()
    world.connect("ana")
    let answer = try #require(world.send("ana", Self.register("ana", password)).last)
    #expect(answer.type == (isTaken ? "register" : "error"))
    #expect(isTaken || answer.code == "bad_text")
    #expect(!answer.text.contains("1234567") && !answer.text.contains("bell"))
  }

  @Test("Composed and decomposed letters are the same password")
  func composed() throws {
    let world = try World()
    world.connect("ana", "phone")
    world.send("ana", Self.register("ana", "señorita"))
    #expect(world.send("phone", Self.logIn("ana", "sen\u{303}orita")).last?["you"] == "ana")
  }

  @Test(
    "A wrong password, an account without one and an unknown name are refused alike, after equal work",
    arguments: ["ana", "ben", "nobody"])
  func wrong(_ name: String) throws {
    let world = try world()
    world.logIn("ben")
    world.connect("eve")
    world.holdsPasswords = true
    #expect(world.send("eve", Self.logIn(name, "wrong horse")) == [])
    let (number, task) = try #require(world.parlor.takePasswordTask())
    let result = task.run()
    #expect(result == .wrong)
    world.parlor.finishedPasswordTask(number, result, at: world.now)
    let answer = try #require(world.send("eve", #"{"type":"ping"}"#).first)
    #expect(answer.code == "wrong_password")
    #expect(
      answer["message"] == "The name or the password is wrong; register makes an account under a name that is free")
  }

  @Test(
    "Wrong passwords delay an address; the owner elsewhere is not delayed, and right ones do not count")
  func tries() throws {
    let world = try world { ($0.passwordTries, $0.passwordTrySeconds) = (3, 10) }
    world.connect("eve", from: "127.0.0.9")
    for _ in 0..<3 { #expect(world.send("eve", Self.logIn("ana", "wrong horse")).last?.code == "wrong_password") }
    let refusal = try #require(world.send("eve", Self.logIn("ana")).last)
    #expect(refusal.code == "too_fast" && refusal["retry_after_ms"] == 10_000)
    world.connect("phone", from: "127.0.0.7")
    for _ in 0..<9 { #expect(world.send("phone", Self.logIn("ana")).last?["you"] == "ana") }
    world.wait(seconds: 10)
    #expect(world.send("eve", Self.logIn("ana", "wrong horse")).last?.code == "wrong_password")
    #expect(world.send("eve", Self.logIn("ana", "wrong horse")).last?.code == "too_fast")
    // Another name from there has tries of its own.
    #expect(world.send("eve", Self.logIn("ben", "wrong horse")).last?.code == "wrong_password")
  }

  @Test("An address has a limited number of attempts over all names")
  func triesOfAddress() throws {
    let world = try world { $0.passwordTriesPerAddress = 4 }
    world.connect("eve", from: "127.0.0.9")
    let codes = (0..<6).map { world.send("eve", Self.logIn("name\($0)", "wrong horse")).last?.code }
    #expect(codes == Array(repeating: "wrong_password", count: 4) + ["too_fast", "too_fast"])
  }

  @Test("A new password replaces the old one and ends all earlier tokens")
  func change() throws {
    let world = try World()
    world.connect("ana", "eve")
    let token = try #require(world.send("ana", Self.register("ana", keep: true)).last?["token"]?.stringValue)
    for old in ["", #","old":"wrong horse""#] {
      let answer = world.send("ana", #"{"type":"password","new":"battery staple"\#(old)}"#).last
      #expect(answer?.code == "wrong_password")
    }
    let change = #"{"type":"password","old":"correct horse","new":"battery staple"}"#
    #expect(world.send("ana", change).last?.type == "password")
    #expect(world.send("eve", Self.logIn("ana")).last?.code == "wrong_password")
    #expect(world.send("eve", #"{"type":"login","token":"\#(token)"}"#).last?.code == "bad_token")
    #expect(world.send("eve", Self.logIn("ana", "battery staple")).last?["you"] == "ana")
  }

  @Test("Several sessions stay logged in, each with a token; the oldest of more than eight is ended")
  func tokens() throws {
    let world = try world()
    let tokens = (0..<9).map { index in
      world.connect("place\(index)")
      return world.send("place\(index)", Self.logIn("ana", keep: true)).last?["token"]?.stringValue ?? ""
    }
    world.connect("eve")
    #expect(world.send("eve", #"{"type":"login","token":"\#(tokens[0])"}"#).last?.code == "bad_token")
    for token in tokens.dropFirst() {
      #expect(world.send("eve", #"{"type":"login","token":"\#(token)"}"#).last?["you"] == "ana")
    }
  }

  @Test("Logging out ends the session's token if a password opens the account, and keeps it otherwise")
  func logOut() throws {
    let world = try World()
    world.connect("ana", "eve")
    let ana = try #require(world.send("ana", Self.register("ana", keep: true)).last?["token"]?.stringValue)
    world.send("ana", #"{"type":"logout"}"#)
    #expect(world.send("eve", #"{"type":"login","token":"\#(ana)"}"#).last?.code == "bad_token")
    let ben = world.logIn("ben")
    world.send("ben", #"{"type":"logout"}"#)
    #expect(world.send("eve", #"{"type":"login","token":"\#(ben)"}"#).last?["you"] == "ben")
  }

  @Test("Deleting an account takes its name and password, and frees the name")
  func delete() throws {
    let world = try world()
    for (fields, code) in [
      ("", "bad_field"), (#","name":"anna""#, "bad_field"), (#","name":"ana""#, "wrong_password"),
      (#","name":"ana","password":"wrong horse""#, "wrong_password"),
    ] { #expect(world.send("ana", #"{"type":"forget_me"\#(fields)}"#).last?.code == code) }
    #expect(
      world.send("ana", #"{"type":"forget_me","name":"ana","password":"correct horse"}"#).last?.type == "forget_me")
    #expect(world.send("ana", Self.logIn("ana")).last?.code == "wrong_password")
    #expect(world.send("ana", Self.register("ana", "another horse")).last?["you"] == "ana")
  }

  @Test("Over a network every request with a password is refused, unless the operator allows them")
  func plain() throws {
    let world = try world()
    for address in ["203.0.113.9", "2001:db8:1:2::/64"] {
      world.connect("far", from: address)
      for request in [
        Self.register("far"), Self.logIn("ana"), #"{"type":"login","name":"far"}"#,
        #"{"type":"password","new":"correct horse"}"#,
      ] {
        let answer = try #require(world.send("far", request).last)
        #expect(answer.code == (request.contains("horse") ? "not_encrypted" : nil), "\(request)")
      }
      world.send("far", #"{"type":"forget_me","name":"far"}"#)
    }
    for address in ["127.0.0.1", "::/64"] {
      world.connect("near", from: address)
      #expect(world.send("near", Self.logIn("ana")).last?["you"] == "ana", "\(address)")
    }
  }

  @Test("A session has one password check at a time; one that closes meanwhile is not logged in")
  func oneAtATime() throws {
    let world = try world()
    world.connect("eve", "phone")
    world.holdsPasswords = true
    #expect(world.send("phone", Self.logIn("ana")) == [])
    #expect(world.pauses["phone"]?.isEmpty == false)
    #expect(world.send("phone", Self.logIn("ana")).last?.code == "too_fast")
    world.drop("phone")
    let (number, task) = try #require(world.parlor.takePasswordTask())
    #expect(world.parlor.takePasswordTask() == nil)
    world.parlor.finishedPasswordTask(number, task.run(), at: world.now)
    world.parlor.finishedPasswordTask(number, .right(verifier: nil), at: world.now)
    #expect(world.player("ana")?.name == "ana")
    #expect(world.faults == [])
  }

  @Test("Pending checks are bounded: the address with more of them gives way")
  func fullDesk() throws {
    let world = try world { $0.passwordsWaiting = 4 }
    world.holdsPasswords = true
    for index in 0..<6 {
      world.connect("flood\(index)", from: "127.0.0.9")
      let code = world.send("flood\(index)", Self.logIn("ana", "wrong horse")).last?.code
      #expect(code == (index < 4 ? nil : "too_fast"))
    }
    world.connect("owner", from: "127.0.0.7")
    #expect(world.send("owner", Self.logIn("ana")) == [])
    #expect(world.take("flood3").last?.code == "too_fast")
    world.holdsPasswords = false
    world.send("owner", #"{"type":"ping"}"#)
    #expect(world.player("owner")?.name == "ana")
  }

  @Test("A password typed without a slash becomes neither talk nor part of a refusal")
  func slash() throws {
    let world = try world()
    world.connect("eve")
    world.send("ana", #"{"type":"create","room":"lunch"}"#)
    world.send("eve", #"{"type":"join","room":"lunch"}"#)
    world.take("ana")
    for line in ["login ana secret-word", "register ana secret-word", "password secret-word"] {
      let answer = world.send("eve", line).text
      #expect(answer.contains("slash") && !answer.contains("secret-word"), "\(answer)")
    }
    #expect(world.take("ana") == [])
    world.send("eve", "/join wordle")
    for line in [
      "login ana secret-word", "/name ana secret-word", "/password a secret-word of mine",
    ] {
      #expect(!world.send("eve", line).text.contains("secret-word"), "\(line)")
    }
  }

  @Test("A verifier with another cost is replaced when its password is right")
  func renewal() throws {
    let world = try world { $0.passwordCost = 5 }
    let player = try #require(world.player("ana"))
    let verifier = try #require(player.verifier)
    player.apply(.passwordSet(verifier.replacing("scrypt$5", with: "scrypt$4")))
    // The text was changed, so that it opens to nobody; made anew by the operator it does.
    #expect(world.send("ana", Self.logIn("ana")).last?.code == "wrong_password")
    let cheap = try self.world(of: "ben")
    player.apply(.passwordSet(try #require(cheap.player("ben")?.verifier)))
    world.connect("phone")
    #expect(world.send("phone", Self.logIn("ana")).last?["you"] == "ana")
    #expect(player.verifier?.hasPrefix("scrypt$5$") == true)
    world.connect("tablet")
    #expect(world.send("tablet", Self.logIn("ana")).last?["you"] == "ana")
  }
}
