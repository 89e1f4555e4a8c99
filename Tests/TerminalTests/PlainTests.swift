import ClientKit
import Foundation
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("The player in the line mode")
struct PlainTests {
  private func login(_ change: (inout Options) -> Void = { _ in }) -> PlainLogin {
    var options = Options()
    options.preferences.isGuest = true
    change(&options)
    return PlainLogin(options)
  }

  @Test("A guest requests a token, and later text is for the person")
  func guest() {
    var login = login()
    #expect(login.begin() == [#"{"type":"login"}"#, #"{"type":"ping"}"#])
    #expect(login.take(#"{"type":"hello","you":"guest-1","welcome":"Welcome!"}"#).told == ["Welcome!"])
    let told = login.take(#"{"type":"login","you":"guest-1","token":"p1_x"}"#).told
    #expect(told == ["You are guest-1 at localhost:7770."])
    #expect(!login.isDone)
    #expect(login.take(#"{"type":"pong"}"#).told.count == 1 && login.isDone)
    #expect(login.take("Wordle 324").told == ["Wordle 324"])
    #expect(login.lines(for: "crane") == ["crane"])
  }

  @Test("A login over a network without TLS shows a warning, once")
  func warning() {
    var login = login()
    for expected in [["You are ana at localhost:7770.", "In the clear."], []] {
      _ = login.begin()
      let told = login.take(#"{"type":"login","you":"ana","token":"p1_x","warning":"In the clear."}"#).told
      #expect(told == expected)
      _ = login.take(#"{"type":"pong"}"#)
    }
  }

  @Test("The next link has the same player, in the same room")
  func back() {
    var login = login()
    _ = login.begin()
    _ = login.take(#"{"type":"login","you":"guest-1","token":"p1_x"}"#)
    _ = login.take(#"{"type":"pong"}"#)
    #expect(login.begin().first == #"{"type":"login","token":"p1_x"}"#)
    #expect(login.take(#"{"type":"hello","you":"guest-1","welcome":"Welcome!"}"#).told == [])
    _ = login.take(#"{"type":"login","you":"guest-1"}"#)
    _ = login.take(#"{"type":"joined","room":"lunch"}"#)
    let (told, answers) = login.take(#"{"type":"pong"}"#)
    #expect(told == ["The connection is back.", "You are back in lunch."] && answers == ["/board"])
  }

  @Test("Logging out, deleting the account and a rejection by the server remove the token")
  func forgetting() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-plain-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let saved = SavedPlayers(configurationFolder: folder.path)
    func start() throws -> PlainLogin {
      try saved.remember(SavedPlayer(at: Options().server, name: "ana", token: "p1_x"))
      var login = PlainLogin(Options(), saved: saved)
      #expect(login.begin().first == #"{"type":"login","token":"p1_x"}"#)
      return login
    }
    func known() throws -> PlainLogin {
      var login = try start()
      _ = login.take(#"{"type":"login","you":"ana"}"#)
      _ = login.take(#"{"type":"pong"}"#)
      return login
    }
    var login = try known()
    #expect(login.lines(for: "/logout").first == #"{"type":"logout"}"#)
    #expect(
      login.take(#"{"type":"logout","you":"guest-2"}"#).told == ["You are logged out. You are guest-2 now."])
    #expect(try saved.list() == [])
    #expect(login.take(#"{"type":"pong"}"#).answers == ["/ping"])

    login = try known()
    let deletion = #"{"type":"forget_me","name":"ana","password":"two  spaces"}"#
    #expect(login.lines(for: "/forget-me ana two  spaces").first == deletion)
    #expect(login.take(#"{"type":"error","code":"wrong_password","message":"No."}"#).told == ["No."])
    #expect(try saved.list().count == 1)
    _ = login.take(#"{"type":"pong"}"#)
    _ = login.lines(for: "/forget-me ana")
    #expect(login.take(#"{"type":"forget_me","you":"guest-3"}"#).told == ["You are forgotten. You are guest-3 now."])
    #expect(try saved.list() == [])

    login = try start()
    let told = login.take(#"{"type":"error","code":"bad_token","message":"This token is not valid"}"#).told
    #expect(told == ["This token is not valid"])
    #expect(try saved.list() == [])
  }

  @Test("A daily keeps no seat: it is joined again")
  func daily() {
    var login = login()
    _ = login.begin()
    _ = login.take(#"{"type":"login","you":"guest-1","token":"p1_x"}"#)
    _ = login.take(#"{"type":"pong"}"#)
    for line in ["rooms", "wordle", "lunch", "crane"] { #expect(login.lines(for: line) == [line]) }
    #expect(login.begin().contains(#"{"type":"rooms"}"#))
    _ = login.take(#"{"type":"rooms","rooms":[{"room":"wordle","mode":"daily"},{"room":"lunch","mode":"race"}]}"#)
    #expect(login.take(#"{"type":"pong"}"#).answers == ["/join wordle"])
  }
}

@Suite("The command line")
struct OptionsTests {
  private func parse(_ arguments: String..., environment: [String: String] = ["TERM": "xterm"], isTerminal: Bool = true)
    throws -> Options
  {
    try Options.parse(arguments, environment: { environment[$0] }, isTerminal: isTerminal)
  }

  @Test("Flags and the environment set the client's options")
  func flags() throws {
    let options = try parse("parlor.example:7771", "--name", "ana", "--token=p1_x", "--no-animation", "--contrast")
    #expect(options.server == ServerAddress(host: "parlor.example", port: 7771))
    #expect(options.preferences.name == "ana" && options.preferences.token == "p1_x")
    #expect(!options.preferences.isAnimated && options.preferences.look == .contrast && !options.isPlain)
    #expect(try parse(environment: ["TERM": "xterm", "NO_COLOR": "1"]).preferences.look == .signs)
    #expect(try parse(environment: ["TERM": "xterm", "NO_COLOR": ""]).preferences.look == .colour)
    #expect(try parse(environment: ["TERM": "xterm", "COLORTERM": "truecolor"]).depth == .full)
    #expect(try parse(environment: ["TERM": "dumb"]).isPlain)
    #expect(try parse(isTerminal: false).isPlain)
    #expect(try parse("--light").chosenTheme == .light && parse("--theme", "dark").chosenTheme == .dark)
    let automatic = try parse("--theme=auto")
    #expect(automatic.forgetsTheme && automatic.chosenTheme == nil && !automatic.preferences.isLookFixed)
    #expect(try !parse(environment: ["TERM": "xterm", "PARLOR_NO_ANIMATION": "1"]).preferences.isAnimated)
  }

  @Test("With TLS the default port differs, wherever the flag is")
  func secure() throws {
    #expect(
      try parse("--tls", "parlor.example").server == ServerAddress(host: "parlor.example", port: 7779, isSecure: true))
    #expect(try parse("[::1]:443", "--tls").server == ServerAddress(host: "::1", port: 443, isSecure: true))
    #expect(try parse("--tls").server == ServerAddress(host: "localhost", port: 7779, isSecure: true))
    #expect(try parse().server == ServerAddress(host: "localhost", port: 7770))
  }

  @Test("Invalid options are refused", arguments: ["--nonsense", "a b", "host:0", "--name"])
  func wrong(argument: String) {
    #expect(throws: UsageError.self) { try parse(argument) }
  }
}
