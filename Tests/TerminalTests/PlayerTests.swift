import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Themes, account deletion, and the lobby's player state")
struct PlayerTests {
  private func loggedIn(look: Look = .colour) -> Stage {
    var stage = Stage(look: look, isAnimated: true, isSettled: false)
    stage.happen(
      .answered(
        .comeBack(name: nil, token: nil, asGuest: false), .success(.login(LoginAnswer(you: "ana", token: nil)))))
    return stage
  }

  private func themes(_ stage: Stage) -> [Theme?] {
    stage.asked.filter { $0.type == "theme" }.map { $0["theme"].flatMap(Theme.init(rawValue:)) }
  }

  @Test("The player's stored theme is requested at the start and used")
  func keptTheme() {
    var stage = loggedIn()
    #expect(themes(stage) == [nil])
    stage.happen(.answered(.request("theme"), .success(.of(ThemeAnswer(theme: .contrast)))))
    #expect(stage.app.look == .contrast)
    var fixed = loggedIn()
    fixed.app.shell.preferences.fix(.light)
    fixed.happen(.answered(.request("theme"), .success(.of(ThemeAnswer(theme: .contrast)))))
    #expect(fixed.app.look == .light, "the command line has the last word")
    var signs = loggedIn(look: .signs)
    signs.happen(.answered(.request("theme"), .success(.of(ThemeAnswer(theme: .light)))))
    #expect(signs.app.look == .signs, "no colours means none")
  }

  @Test("Options are previewed while choosing, and Esc reverts them")
  func options() {
    var stage = loggedIn()
    stage.press(.character("o"))
    #expect(stage.text.contains("How it looks") && stage.text.contains("‹ auto ›"))
    stage.press(.left)
    #expect(stage.app.look == .contrast)
    stage.press(.left)
    #expect(stage.app.look == .light)
    stage.press(.right)
    #expect(stage.app.look == .contrast && stage.text.contains("[A] right"))
    stage.press(.escape)
    #expect(stage.app.look == .colour)
    #expect(themes(stage) == [nil])
    stage.press(.character("o"), .left, .down, .right, .enter)
    #expect(themes(stage) == [nil, .contrast])
    #expect(stage.app.look == .contrast && !stage.app.preferences.isAnimated)
    stage.happen(.answered(.request("theme", ["theme": "contrast"]), .success(.of(ThemeAnswer(theme: .contrast)))))
    #expect(stage.text.contains("The theme is contrast. It is kept with your name."))
    #expect(stage.app.preferences.isLookFixed)
  }

  @Test("A chosen theme is saved for the next run, whatever the terminal's background; auto follows the terminal again")
  func chosenTheme() {
    var stage = loggedIn()
    func kept() -> [Theme?] {
      stage.effects.compactMap { effect -> Theme?? in if case .keep(let theme) = effect { .some(theme) } else { nil } }
    }
    stage.happen(.input(.ground(Colour(0xFFFFFF))))
    #expect(stage.app.look == .light)
    for (line, look) in [("theme dark", Look.colour), ("theme auto", .light), ("theme contrast", .contrast)] {
      stage.press(.character("/"))
      stage.type(line)
      stage.press(.enter)
      #expect(stage.app.look == look, "\(line)")
    }
    #expect(kept() == [.dark, nil, .contrast])
    stage.happen(.answered(.request("theme"), .success(.of(ThemeAnswer(theme: .dark)))))
    stage.happen(.input(.ground(Colour(0xFFFFFF))))
    #expect(stage.app.look == .contrast, "what was chosen here has the last word")
  }

  @Test("A login over a network without TLS shows a warning, once")
  func warning() {
    var stage = Stage(isSettled: false)
    let answer = LoginAnswer(you: "ana", token: "p1_x", warning: "Your token has gone over the network in the clear.")
    let login = AppEvent.answered(.login(name: "ana", token: nil), .success(.login(answer)))
    stage.happen(login)
    #expect(stage.text.contains("You are ana. Your token has gone over the network in the clear."))
    stage.press(.home)
    stage.happen(login)
    #expect(stage.text.contains("You are ana.") && !stage.text.contains("in the clear"))
  }

  @Test("Copied tiles have the theme's colours, which the server can read")
  func copied() {
    let text = "Parlor Wordle 324 2/6\n\n⬛🟨⬜\n🟩🟩🟩"
    #expect(Theme.dark.shown(text) == text)
    #expect(Theme.light.shown(text) == "Parlor Wordle 324 2/6\n\n⬜🟨🔲\n🟩🟩🟩")
    #expect(Theme.contrast.shown(text) == "Parlor Wordle 324 2/6\n\n⬛🟦⬜\n🟧🟧🟧")
    for theme in Theme.allCases { #expect(theme.plain(theme.shown(text)) == text, "pages of the server have them too") }
  }

  @Test("Deleting a player always sends the typed name, which the server compares")
  func forgetting() {
    var stage = loggedIn()
    for name in ["", "anna", "Ana"] {
      stage.press(.character("/"))
      stage.type("forget-me")
      stage.press(.enter)
      stage.type(name)
      // There is no password.
      stage.press(.enter, .enter)
      #expect(stage.asked.last == .request("forget_me", ["name": .string(name)]))
    }
    let answer = Answer.object("forget_me", ["you": "guest-7", "drawn": "You are forgotten."])
    stage.happen(.answered(.request("forget_me", ["name": "Ana"]), .success(answer)))
    #expect(stage.app.name == "guest-7" && stage.app.rooms.isEmpty)
    #expect(stage.text.contains("You are forgotten."))
  }

  @Test("A guest has nothing to delete")
  func guests() {
    var stage = Stage()
    stage.press(.character("/"))
    stage.type("forget-me")
    stage.press(.enter)
    #expect(stage.text.contains("You are a guest: there is nothing to forget."))
  }

  @Test("The lobby shows the player's state in each daily, from the first list on, and nothing before")
  func lobby() {
    var stage = Stage(isSettled: false)
    var rooms = [
      RoomSummary(room: "wordle", game: "wordle", mode: .daily, playerCount: 0, watcherCount: 0, isOpen: true),
      RoomSummary(room: "field", game: "field", mode: .daily, playerCount: 0, watcherCount: 0, isOpen: true),
    ]
    func listed() {
      stage.happen(.answered(.request("rooms"), .success(.of(RoomsAnswer(rooms: rooms)))))
    }
    listed()
    #expect(!stage.text.contains("not played yet"), "it is not settled who one is")
    stage.happen(
      .answered(
        .comeBack(name: nil, token: nil, asGuest: false), .success(.login(LoginAnswer(you: "ana", token: nil)))))
    rooms[0].yours = OwnBoard(notes: ["3/6"])
    listed()
    #expect(stage.lines.contains { $0.contains("Wordle") && $0.contains("playing 3/6") })
    #expect(stage.lines.contains { $0.contains("Field") && $0.contains("not played yet") })
    rooms[0].yours = OwnBoard(outcome: ["won": true, "tries": 3])
    rooms[1].yours = OwnBoard(outcome: ["won": false])
    listed()
    #expect(stage.lines.contains { $0.contains("Wordle") && $0.contains("solved in 3") })
    #expect(stage.lines.contains { $0.contains("Field") && $0.contains("not solved") })
    let day = NewDay(day: "2026-11-21", nextDaySeconds: 86_400, commitments: [:], opened: nil)
    stage.happen(.heard(.newDay(day)))
    #expect(!stage.text.contains("solved in 3"), "tomorrow's is another puzzle")
  }

  @Test("A key without a function says so")
  func freeKeys() {
    var stage = Stage()
    stage.press(.character("z"))
    #expect(stage.text.contains("That key does nothing here"))
  }
}
