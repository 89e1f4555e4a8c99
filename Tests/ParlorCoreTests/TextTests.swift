import CoreHarness
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Text mode")
struct TextTests {
  @Test("A line of JSON switches back, a word switches again")
  func switching() throws {
    let world = try World()
    world.connect("tom")
    #expect(world.send("tom", "ping").text == "pong")
    #expect(world.send("tom", #"{"type":"ping"}"#).text == #"{"type":"pong"}"#)
    #expect(world.send("tom", " {}").text != "")
    #expect(world.send("tom", "/ping").text == "pong")
  }

  @Test("The slash is optional before a room is joined; in a room a word is a move")
  func slash() throws {
    let world = try World()
    world.connect("tom")
    for word in ["rooms", "/rooms", "ROOMS"] { #expect(world.send("tom", word).text.hasPrefix("wordle")) }
    #expect(world.send("tom", "join wordle").text.hasPrefix("Wordle 324"))
    #expect(world.send("tom", "rooms").text.hasPrefix("⬛") == false)
    #expect(world.send("tom", "rooms").text == "Not in word list (if you meant the command: /rooms)")
    #expect(world.send("tom", "/rooms").text.hasPrefix("wordle"))
    #expect(world.send("tom", "/board").text == "Wordle 324\nGuess a five-letter word (1/6)")
    #expect(world.send("tom", "/leave").text == "You have left wordle")
    #expect(world.send("tom", "rooms").text.hasPrefix("wordle"))
  }

  @Test(
    "An unknown command is answered with the nearest one", .needs("Statistics"),
    arguments: [
      ("/jion lunch", "There is no command /jion; did you mean /join?"),
      ("/roms", "There is no command /roms; did you mean /rooms?"),
      ("/nick ana", "There is no command /nick; did you mean /name?"),
      ("/guess crane", "There is no command /guess; type your move by itself: crane"),
      ("/wordle", "There is no command /wordle; did you mean /join wordle?"),
      ("/help bananas", "There is no help on bananas; /help alone tells all there is"),
      ("help stat", "There is no help on stat; did you mean /help start?"),
      ("top", "There is no top here; did you mean leaderboard? Type the name of a game to play (wordle), or help"),
      ("/name ana banana", "A name is one word; /register NAME PASSWORD makes one with a password"),
      ("/login ana p1_1 p1_2", "Type it like this: /login ana PASSWORD, or /login ana TOKEN"),
      ("/login p1_0000", "This token is not valid"),
      ("/calendar 2026-13", "A month is written like 2026-11"),
      ("/xyzzyxy", "There is no command /xyzzyxy; /help lists the commands"),
      ("wordel", "There is no wordel here; did you mean wordle?"),
      ("hlep", "There is no hlep here; did you mean help?"),
      ("good morning", "Type the name of a game to play (wordle), or help"),
      ("/join", "Type it like this: /join ROOM [CODE], for example /join wordle"),
      ("/join nowhere", "There is no room nowhere"),
      ("/kick", "Type it like this: /kick PLAYER"),
      ("/name", "Type it like this: /name NAME"),
      ("/say hola", "You are in no room: join one first, for example wordle"),
      ("/create x chess", "There is no game chess; there is wordle; type it like this: /create lunch wordle race"),
      ("/practice wordel", "There is no game wordel; did you mean wordle?"),
      ("/create x wordle time=1", "time= takes a number from 10 to 86400"),
      ("/create x wordle seed=-1", "seed= takes a number from 0 to 9223372036854775807"),
      (
        "/create x wordle rase",
        "Wordle has no setting \"rase\"; it has hard, ultra; a mode is race, together or practice, and a code is code=WORD"
      ),
    ])
  func wrongCommands(line: String, answer: String) throws {
    let world = try World()
    world.connect("tom")
    #expect(world.send("tom", line).sentences == answer)
  }

  @Test("Every command that help shows is understood")
  func everyCommand() throws {
    let world = try World()
    world.connect("tom", "ben")
    world.send("ben", "/name ben")
    #expect(world.send("tom", "/help").text.contains("/create lunch wordle race code=tacos"))
    let script = [
      ("/practice wordle", "practice"), ("/who", "In practice-"), ("/create lunch wordle race code=tacos", "/start"),
      ("/start", "Round 1 has begun. You have 3 min."), ("/say hola", "> hola"), ("/limits all", "line_bytes 16384"),
      ("/name tom", "/login tom p1_"), ("/help wordle", "Type any five-letter word"),
      ("/help create", "/create ROOM [GAME]"), ("/?", "/join wordle"), ("/", "/join wordle"), ("/ping", "pong"),
    ]
    for (line, part) in script { #expect(world.send("tom", line).text.contains(part), "\(line)") }
    #expect(world.send("ben", "/join lunch tacos").text.contains("tom is here"))
    for (line, part) in [
      ("/mute ben", "ben may not talk here for now"), ("/unmute ben", "ben may talk again"),
      ("/kick ben", "ben was sent away"), ("/quit", "Bye!"),
    ] { #expect(world.send("tom", line).text.contains(part), "\(line)") }
    #expect(!world.isConnected("tom"))
    #expect(world.faults == [])
  }

  @Test("A text session is in one room at a time: joining another leaves the first")
  func oneRoom() throws {
    let world = try World()
    world.connect("tom", "ana")
    world.send("tom", "/create lunch")
    world.send("ana", #"{"type":"join","room":"lunch"}"#)
    world.send("tom", "/join wordle")
    #expect(world.take("ana").types == ["left", "owner"])
    #expect(world.parlor.rooms["lunch"]?.members.count == 1)
    #expect(world.send("tom", "train").text.hasPrefix("⬛⬛⬛⬛🟨  TRAIN"))
  }

  @Test("Others' joins, moves, finishes, talk and leaves are shown")
  func others() throws {
    let world = try World()
    world.connect("tom")
    world.logIn("ana")
    world.send("tom", "wordle")
    for line in [
      #"{"type":"join","room":"wordle"}"#, #"{"type":"move","text":"train"}"#, #"{"type":"say","text":"hola"}"#,
      #"{"type":"move","text":"nymph"}"#, #"{"type":"say","text":"it is nymph"}"#, #"{"type":"leave","room":"wordle"}"#,
    ] { world.post("ana", line) }
    #expect(
      world.take("tom").text == """
        ana is here
        ana  ⬛⬛⬛⬛🟨  (1 try)
        <ana> hola
        ana  🟩🟩🟩🟩🟩  (2 tries)
        ana has solved it in 2 tries
        ana has left wordle
        """)
  }

  @Test(
    "Input that a terminal could misread is refused, in moves and commands alike",
    arguments: ["cra\u{1B}[2Jne", "/say a\u{202E}b", "/join \u{7}", "\u{0}", "/name a\u{200F}"])
  func controls(line: String) throws {
    let world = try World()
    world.connect("tom")
    world.send("tom", "wordle")
    let answer = world.send("tom", line).text
    #expect(answer.hasPrefix("A line must not hold the character U+"))
  }

  @Test("A line that is not UTF-8 is refused")
  func invalidUTF8() throws {
    let world = try World()
    world.connect("tom")
    for bytes in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]] as [[UInt8]] {
      world.post("tom", bytes)
      #expect(world.take("tom").text == "This line is not valid UTF-8")
    }
  }

  @Test("A room is found by its name in either normal form")
  func normalForms() throws {
    let world = try World()
    world.connect("ana", "tom")
    world.send("ana", #"{"type":"create","room":"café"}"#)
    #expect(world.send("tom", "/join cafe\u{301}").text.hasPrefix("café"))
  }

  @Test("Hard mode is chosen by a word, and a private room's code is a word too")
  func words() throws {
    let world = try World()
    world.connect("tom")
    #expect(world.send("tom", "wordle hard").text.contains("hard mode"))
    world.connect("ana")
    world.send("ana", "/create lunch code=tacos")
    #expect(world.send("tom", "/join lunch nachos").text == "That is not the code of lunch")
    #expect(world.send("tom", "/join lunch tacos").text.hasPrefix("lunch · "))
    #expect(world.send("tom", "hola to all").text.hasSuffix("> hola to all"))
  }
}
