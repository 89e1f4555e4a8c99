import ClientKit
import TextMode
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("The account")
struct AccountScreenTests {
  private static let sizes = [(40, 15), (80, 24), (200, 50)]

  private func named(width: Int = 80, height: Int = 24) -> Stage {
    var stage = Stage(width: width, height: height)
    let login = Question.login(name: "ana", token: nil)
    stage.happen(.answered(login, .success(.login(LoginAnswer(you: "ana", token: nil)))))
    return stage
  }

  /// At the page of the account, with the cursor on an entry.
  private func account(_ stage: inout Stage, hasPassword: Bool = true, at entry: String) throws {
    stage.press(.character("a"))
    let question = try #require(stage.asked.last { $0.type == "account" })
    let account = AccountAnswer(you: stage.app.name, hasPassword: hasPassword)
    stage.happen(.answered(question, .success(.page(account, account.page()))))
    for _ in 0..<10 where !stage.lines.contains(where: { $0.contains("▸\(entry)") }) { stage.press(.down) }
    #expect(stage.lines.contains { $0.contains("▸\(entry)") }, "\(entry)\n\(stage.text)")
    stage.press(.enter)
  }

  private func accountRequests(_ stage: Stage) -> [Question] {
    stage.asked.filter { ["register", "login", "password", "rename", "logout", "forget_me"].contains($0.type) }
  }

  private func request(_ type: String, _ name: String, _ password: String) -> Question {
    .request(type, .given(["name": name, "password": password, "keep": type == "rename" ? nil : true]))
  }

  @Test("A guest registers with a hidden, repeated password, and adds a language", arguments: sizes)
  func registering(width: Int, height: Int) throws {
    var stage = Stage(width: width, height: height)
    try account(&stage, at: "Register")
    stage.type("eva")
    stage.press(.tab)
    stage.type("correct horse")
    stage.press(.tab)
    stage.type("correct hose")
    #expect(stage.text.contains("•••••") && !stage.text.contains("horse") && !stage.text.contains("hose"))
    stage.press(.enter)
    #expect(accountRequests(stage) == [] && stage.text.contains("The two passwords differ"))
    #expect(!stage.text.contains("•"), "nobody sees which letter is wrong")
    stage.type("correct horse")
    stage.press(.enter)
    stage.type("correct horse")
    stage.press(.enter)
    #expect(accountRequests(stage).map(\.fields) == [request("register", "eva", "correct horse").fields])
    let question = try #require(stage.asked.last)
    stage.happen(.answered(question, .failure(Failure(code: "name_taken", message: "eva is taken."))))
    #expect(stage.text.contains("eva is taken.") && stage.text.contains("Register"), "the box is there again")
    #expect(stage.app.dialog?.chosen == 0 && stage.text.contains("•••••"), "it is the name that is wrong")
    stage.press(.end)
    stage.type("2")
    stage.press(.enter)
    let again = try #require(stage.asked.last)
    stage.happen(.answered(again, .success(.object("register", ["you": "eva2"]))))
    #expect(stage.app.place == .page && stage.app.name == "eva2")
    #expect(stage.text.contains("Your first language"))
    stage.type("Spanish")
    stage.press(.down)
    stage.type("casa")
    stage.press(.down)
    stage.type("house")
    stage.press(.enter)
    #expect(stage.asked.last?.fields == ["name": "Spanish", "original": "casa", "translation": "house"])
  }

  @Test("Logging in needs a name and a password, in a dialog or as a command")
  func loggingIn() throws {
    var stage = Stage()
    try account(&stage, at: "Log in")
    stage.type("ana")
    stage.press(.down)
    stage.type("battery staple")
    stage.press(.enter)
    #expect(accountRequests(stage) == [request("login", "ana", "battery staple")])
    let question = try #require(stage.asked.last)
    stage.happen(
      .answered(question, .failure(Failure(code: "wrong_password", message: "The name or the password is wrong."))))
    #expect(stage.text.contains("The name or the password is wrong.") && stage.text.contains("Log in"))
    #expect(!stage.text.contains("•") && stage.app.dialog?.fields[0].value == "ana")
    stage.type("battery staple")
    stage.press(.enter)
    let again = try #require(stage.asked.last)
    stage.happen(.answered(again, .success(.of(LoginAnswer(you: "ana", token: nil)))))
    #expect(stage.app.name == "ana" && stage.text.contains("You are ana."))
    #expect(stage.asked.contains { $0.type == "account" })

    var other = Stage()
    other.press(.character("/"))
    other.type("login ana battery staple")
    other.press(.enter)
    #expect(!other.text.contains("staple") && other.text.contains("Name      ana") && accountRequests(other) == [])
    other.press(.enter)
    #expect(accountRequests(other) == [request("login", "ana", "battery staple")])
    let refused = try #require(other.asked.last)
    other.happen(.answered(refused, .failure(Failure(code: "wrong_password", message: "That is wrong."))))
    #expect(!other.text.contains("•") && !other.text.contains("staple"))
    other.press(.escape)
    other.press(.character("/"))
    other.type("register eva")
    other.press(.enter)
    #expect(other.text.contains("Name       eva") && other.text.contains("Once more"))
  }

  @Test("Enter after the name moves to the hidden password field")
  func enterBehindTheName() throws {
    var stage = Stage()
    try account(&stage, at: "Log in")
    stage.type("ana")
    stage.press(.enter)
    stage.type("battery staple")
    #expect(!stage.text.contains("staple") && accountRequests(stage) == [])
    stage.press(.enter)
    #expect(accountRequests(stage) == [request("login", "ana", "battery staple")])
  }

  @Test("The password is changed, with the present one or without", arguments: ["correct horse", ""])
  func changing(present: String) throws {
    var stage = named()
    try account(&stage, hasPassword: !present.isEmpty, at: present.isEmpty ? "Set a password" : "Change the password")
    if !present.isEmpty {
      stage.type(present)
      stage.press(.tab)
    }
    stage.type("battery staple")
    stage.press(.tab)
    stage.type("battery staple")
    stage.press(.enter)
    let old = present.isEmpty ? nil : present
    #expect(
      accountRequests(stage) == [
        .request("password", .given(["old": old, "new": "battery staple", "keep": true]))
      ])
    let question = try #require(stage.asked.last)
    stage.happen(.answered(question, .success(.object("password", ["you": "ana", "drawn": "Your password is set."]))))
    #expect(stage.text.contains("Your password is set"))
  }

  @Test("Renaming needs the password")
  func renaming() {
    var stage = named()
    stage.press(.character("/"))
    stage.type("rename anna battery staple")
    stage.press(.enter)
    #expect(!stage.text.contains("staple") && accountRequests(stage) == [])
    stage.press(.enter)
    #expect(accountRequests(stage) == [request("rename", "anna", "battery staple")])
  }

  @Test("Logging out asks for confirmation, and leaves a guest who sees none of the player's words")
  func loggingOut() throws {
    var stage = named()
    stage.press(.character("v"))
    stage.happen(.answered(.request("languages"), .success(Stage.languages())))
    stage.press(.escape)
    try account(&stage, at: "Log out")
    stage.press(.escape)
    #expect(accountRequests(stage) == [])
    stage.press(.enter, .enter)
    #expect(accountRequests(stage) == [.request("logout")])
    let question = try #require(stage.asked.last)
    stage.happen(.answered(question, .success(.object("logout", ["you": "guest-7", "drawn": "You are logged out."]))))
    #expect(stage.app.place == .lobby && stage.app.name == "guest-7" && stage.app.page.text == nil)
    #expect(stage.text.contains("You are logged out."))
  }

  @Test("Deleting the account needs its name, and its password if there is one")
  func deleting() throws {
    var stage = named()
    try account(&stage, at: "Delete the account")
    stage.type("ana")
    stage.press(.enter)
    #expect(accountRequests(stage) == [], "first the password, where there is one")
    stage.type("battery staple")
    #expect(!stage.text.contains("staple"))
    stage.press(.enter)
    #expect(accountRequests(stage) == [.request("forget_me", ["name": "ana", "password": "battery staple"])])
    let question = try #require(stage.asked.last)
    stage.happen(.answered(question, .failure(Failure(code: "wrong_password", message: "That is wrong."))))
    #expect(stage.text.contains("That is wrong.") && stage.text.contains("Name      ana"))
  }

  @Test("A rejected token is removed, with everything shown of its player")
  func tokenIsGone() throws {
    var stage = named()
    stage.press(.character("v"))
    stage.happen(.answered(.request("languages"), .success(Stage.languages())))
    let ana = SavedPlayer(at: ServerAddress(host: "localhost"), name: "ana", token: "p1_x")
    stage.happen(.heard(.link(.lost(.closedByServer))))
    stage.happen(.heard(.loginLost(ana, WireError(.badToken, "This token is not valid"))))
    let forgotten = stage.effects.compactMap { if case .forget(let player) = $0 { player } else { nil } }
    #expect(forgotten == [ana] && stage.app.page.text == nil)
    let hello = Hello(server: "parlor", epoch: "e", you: "guest-7", day: "2026-11-20", lineBytes: 16_384, welcome: "")
    stage.happen(.heard(.link(.online(hello))))
    #expect(stage.app.name == "guest-7" && stage.asked.contains(.comeBack(name: nil, token: nil, asGuest: true)))
    #expect(stage.text.contains("You are ana no more here") && !stage.text.contains("The connection is back"))
  }

  @Test("The loss of the saved player is reported at the start too")
  func tokenIsGoneAtTheStart() {
    var stage = Stage(isSettled: false)
    let question = Question.comeBack(name: nil, token: nil, asGuest: false)
    let failure = Failure(code: "bad_token", message: "This token is not valid")
    stage.happen(.answered(question, .failure(failure)))
    #expect(stage.text.contains("The server does not know any more who you were here"))
  }

  @Test("A player who has logged in elsewhere is told, and returns with Enter or ^R", arguments: sizes)
  func takenOver(width: Int, height: Int) {
    var stage = named(width: width, height: height)
    stage.happen(.heard(.link(.closing(reason: "taken_over", backIn: nil))))
    stage.happen(.heard(.link(.takenOver)))
    let words = stage.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("You have logged in elsewhere") && words.contains("Enter or ^R reconnects here, ^C leaves."))
    func retries() -> Int { stage.effects.count { if case .retry = $0 { true } else { false } } }
    stage.press(.enter)
    #expect(retries() == 1 && stage.app.place == .lobby)
    stage.press(.control("r"))
    #expect(retries() == 2)
    stage.happen(.heard(.link(.connecting(attempt: 1))))
    #expect(stage.text.contains("Connecting…"))
  }

  @Test("A new name takes the password, where there is one", arguments: [true, false])
  func anotherName(hasPassword: Bool) throws {
    var stage = named()
    try account(&stage, hasPassword: hasPassword, at: "Take another name")
    stage.press(.control("u"))
    stage.type("anna")
    if hasPassword {
      stage.press(.enter)
      stage.type("correct horse")
      #expect(!stage.text.contains("correct horse"))
    }
    stage.press(.enter)
    let password = hasPassword ? "correct horse" : nil
    #expect(stage.asked.last == .request("rename", .given(["name": "anna", "password": password])))
    var guest = Stage()
    guest.press(.character("u"))
    #expect(guest.text.contains("Your name"))
    guest.type("eva")
    guest.press(.enter)
    #expect(guest.asked.last == .login(name: "eva", token: nil))
  }

  @Test("A lost link is reported as such, and the form stays")
  func lostLink() throws {
    var stage = Stage()
    stage.app.shell.dialog = .account("register", name: "eva", stage.app.shell)
    stage.type("correct horse")
    stage.press(.tab)
    stage.type("correct horse")
    stage.press(.enter)
    let question = try #require(stage.asked.last)
    stage.happen(.answered(question, .failure(Failure(message: "The connection was lost.", isOfLink: true))))
    #expect(stage.text.contains("The connection was lost.") && stage.text.contains("Name       eva"))
  }
}
