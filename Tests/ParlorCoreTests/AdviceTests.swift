import Catalogue
import CoreHarness
import GameKit
import Testing
import WireProtocol

@testable import ParlorCore
@testable import TextMode

@Suite("Hints at a terminal")
struct AdviceTests {
  @Test("Talk or a command without a slash in a game is answered with the right form")
  func meantSomethingElse() throws {
    let world = try World(guesses: World.vocabulary + ["leave"])
    world.connect("tom")
    world.send("tom", "wordle")
    #expect(world.send("tom", "quit").text == "Not enough letters (if you meant the command: /quit)")
    #expect(world.send("tom", "nick").text == "Not enough letters (if you meant the command: /name)")
    #expect(world.send("tom", "hello all").text == "Only the letters a to z (to talk: /say hello all)")
    #expect(world.send("tom", "trai").text == "Not enough letters")
    #expect(!world.send("tom", "train").text.contains("command"))
  }

  @Test("A word that is also a command's name uses up no try until it is typed again")
  func wordOrCommand() throws {
    let world = try World(guesses: World.vocabulary + ["leave", "start"])
    world.connect("tom")
    world.send("tom", "wordle")
    let asked = "If you meant the command: /leave. If it is your move, type it once more."
    #expect(world.send("tom", "leave").text == asked)
    #expect(world.send("tom", "/board").text.contains("(1/6)"))
    #expect(world.send("tom", "start").text.contains("/start"), "another word is asked about anew")
    #expect(world.send("tom", "/board").text.contains("(1/6)"))
    world.send("tom", "leave")
    #expect(world.send("tom", "leave").text.contains("LEAVE"))
    #expect(world.send("tom", "leave").text.hasPrefix("If you meant"))
    #expect(world.send("tom", "/board").text.contains("(2/6)"))
  }

  @Test("Input that makes no sense where it is typed is answered with what does", .needs("Statistics"))
  func instead() throws {
    let world = try World()
    world.connect("tom")
    world.logIn("ana")
    #expect(world.send("tom", "/rename tom").text == "You have no name yet: /name NAME claims one")
    #expect(
      world.send("tom", "/create a b c d").sentences.hasSuffix("; type it like this: /create lunch wordle race"))
    #expect(world.send("ana", "/calendar nov").text == "There is no player nov; a month is written like 2026-11")
    #expect(
      world.send("tom", "/create").text == "Type it like this: /create lunch wordle race code=tacos; see /help create")
    world.send("tom", "/practice wordle")
    #expect(world.send("tom", "/start").text == "A round is under way: finish it first, or /leave")
    #expect(world.send("tom", "/rules").text.hasPrefix("Wordle:"))
    #expect(
      world.send("tom", "/hint").text == "There is no command /hint; moves have no slash, and /help lists the commands")
    #expect(world.send("tom", "/train").text == "There is no command /train; type it without the slash: train")
  }

  @Test("A page of words fits a terminal and names the command for the next page")
  func words() throws {
    let world = try World(
      guesses: (0..<676).map { "w\(UnicodeScalar(UInt8(97 + $0 / 26)))\(UnicodeScalar(UInt8(97 + $0 % 26)))rd" })
    world.connect("tom")
    var page = world.send("tom", "/words wordle").text.split(separator: "\n")
    #expect(page.allSatisfy { TextWidth.of($0) <= 80 } && page.count > 10)
    var found = page.dropLast().flatMap { $0.split(separator: " ") }.count
    while let more = page.last, more.hasPrefix("More: ") {
      page = world.send("tom", String(more.dropFirst(6))).text.split(separator: "\n")
      found +=
        (page.last?.hasPrefix("More: ") == true ? page.dropLast() : page[...]).flatMap { $0.split(separator: " ") }
        .count
    }
    #expect(found >= 676)
  }

  @Test("A program that sends text for a move gets the game's own error")
  func programs() throws {
    let world = try World()
    world.connect("tom")
    world.send("tom", #"{"type":"join","room":"wordle"}"#)
    let answer = world.send("tom", #"{"type":"move","text":"quit"}"#).last
    #expect(answer?["message"] == "Not enough letters")
  }

  @Test("Between rounds, at their end and while watching a hint says what to do next")
  func nothingToPlay() throws {
    let world = try World(answers: ["nymph", "crane"])
    world.connect("tom", "kim")
    world.logIn("ana")
    world.send("ana", "/create lunch wordle time=60")
    world.send("tom", "/join lunch")
    world.send("kim", "/watch lunch")
    let waiting = "No round is under way: wait for ana to type /start; /say TEXT to talk"
    #expect(world.send("tom", "crane").text.hasSuffix(waiting))
    #expect(world.send("ana", "crane").text.hasSuffix("No round is under way: /start begins one; /say TEXT to talk"))
    #expect(
      world.send("kim", "crane").text.hasSuffix("You are only watching lunch: /join lunch to play, /say TEXT to talk"))
    world.send("ana", "/start")
    let answer = world.answer(in: "lunch") ?? ""
    world.send("tom", answer)
    #expect(world.send("tom", "again").text == "You are done: wait for the others; /say TEXT to talk")
    world.send("ana", answer)
    let over = "The round is over: the next one begins by itself; /say TEXT to talk"
    #expect(world.send("tom", "again").text.hasSuffix(over))
    world.send("tom", "/practice wordle seed=7")
    let room = try #require(world.parlor.rooms.names.first { $0.hasPrefix("practice") })
    world.send("tom", world.answer(in: room) ?? "")
    #expect(world.send("tom", "again").text == "The round is over: /start begins one")
  }

  @Test("What happens to a player is told in the second person")
  func personal() throws {
    let world = try World()
    world.connect("tom", "kim")
    world.send("tom", "/create lunch")
    world.send("kim", "/join lunch")
    #expect(world.send("kim", "/name kim").text.hasPrefix("You are kim. Your token"))
    #expect(world.take("tom").text.hasSuffix("is now called kim"))
    world.send("tom", "/mute kim")
    #expect(world.take("kim").text == "You may not talk in lunch for now")
    world.send("tom", "/unmute kim")
    #expect(world.take("kim").text == "You may talk in lunch again")
    #expect(world.send("tom", "/leave").text == "You have left lunch")
    #expect(world.take("kim").text.hasSuffix("has left lunch\nYou own lunch now"))
    world.send("tom", "/join lunch")
    _ = world.take("kim")
    let guest = world.player("tom")?.name ?? ""
    #expect(world.send("kim", "/kick \(guest)").text == "\(guest) was sent away")
    #expect(world.take("tom").text == "The owner of lunch has sent you away")
    #expect(world.faults == [])
  }

  @Test("A typing mistake does not delete an account")
  func forgetting() throws {
    let world = try World()
    world.connect("ana")
    world.send("ana", "/name ana")
    for line in ["/forget-me", "/forget-me tom"] {
      #expect(world.send("ana", line).sentences.hasSuffix("If you mean it: /forget-me ana"))
    }
    #expect(world.send("ana", "/forget-me Ana").text.hasPrefix("You are forgotten."))
  }

  @Test("In the channel, which has no talk, commands need no slash", .needs("Channel"))
  func channel() throws {
    let world = try World(stores: true)
    world.connect("tom")
    world.send("tom", "shares")
    #expect(world.send("tom", "shares").text == "Nothing has been shared yet")
    #expect(world.send("tom", "share").text == "You have finished nothing yet")
    #expect(world.send("tom", "react #7 🔥").text == "There is no share 7")
    #expect(world.send("tom", "good morning").text.hasPrefix("Nobody talks here: share posts"))
    #expect(world.send("tom", "wordle").text.hasPrefix("Wordle 324"))
  }

  @Test("A past match is found by its game, with or without a player", .needs("Statistics"))
  func games() throws {
    let world = try World(stores: true)
    world.connect("ana", "tom")
    world.send("ana", "/name ana")
    world.send("ana", "wordle")
    world.send("ana", "nymph")
    for line in ["/stats wordle ana", "/stats ana wordle", "/stats ana", "/stats Wordle ANA"] {
      #expect(world.send("tom", line).text.hasPrefix("ana · wordle: 1 played"), "\(line)")
    }
    #expect(world.send("ana", "/history wordle").text.contains("Wordle 324 1/6"))
    #expect(world.send("tom", "/stats").text.contains("a guest's results do not count; /name NAME claims a name"))
    #expect(world.send("ana", "/compare ana wordle").text.hasPrefix("That is you"))
    #expect(world.send("ana", "/stats chess").text == "There is no player chess")
  }

  @Test("Mode and game may be given in either order")
  func order() throws {
    let world = try World()
    world.connect("tom")
    #expect(world.send("tom", "/create lunch race wordle hard").text.hasPrefix("lunch · race"))
    #expect(world.parlor.rooms["lunch"]?.plan.settings["hard"] == true)
  }

  @Test("Help on a game or a command has only that, and no line of help is wider than a terminal")
  func help() throws {
    let world = try World()
    world.connect("tom")
    #expect(!world.send("tom", "help wordle").text.contains("/kick"))
    #expect(world.send("tom", "help mute").text.hasPrefix("/mute PLAYER, /unmute PLAYER\n"))
    #expect(world.send("tom", "help /unmute").text.hasPrefix("/mute PLAYER, /unmute PLAYER\n"))
    for line in ["help", "help wordle"] + TextCommand.names.map({ "help \($0)" }) {
      for row in world.send("tom", line).text.split(separator: "\n") {
        #expect(TextWidth.of(String(row)) <= 80, "\(row)")
      }
    }
    let lines = world.send("tom", "help").text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count < 24)
  }

  @Test("If a name is needed, programs are told what to send and people what to type", .needs("Vocabulary"))
  func nameNeeded() throws {
    let world = try World(stores: true)
    world.connect("tom")
    for (json, typed) in [(#"{"type":"languages"}"#, "/languages"), (#"{"type":"rename","name":"x"}"#, "/rename x")] {
      #expect(world.send("tom", json).last?["message"] == "You have no name yet: claim one first")
      #expect(world.send("tom", typed).text == "You have no name yet: /name NAME claims one")
    }
  }

  @Test("The rules that a client shows have nothing that is typed, which a terminal is told with them")
  func rulesWithoutTyping() throws {
    let games = try Catalogue.games(ResourceFolder(option: nil).read)
    for info in games.map(\.info) {
      #expect(!info.typing.isEmpty, "\(info.id)")
      #expect(!info.rules.contains { $0.contains(" /") || $0.hasPrefix("/") || $0.contains("=") }, "\(info.id)")
      // Programs that show the rules stop at the first command.
      let lines = info.typing.drop { !$0.hasPrefix("/") }
      #expect(lines.allSatisfy { $0.hasPrefix("/") || $0.hasPrefix("  ") }, "\(info.id)")
    }
    let world = World(games: games)
    world.connect("tom")
    let typed = world.send("tom", "/help wordle").text
    #expect(typed.contains("You have six tries.") && typed.contains("/join wordle hard"))
    let answer = try #require(world.send("tom", #"{"type":"help","topic":"wordle"}"#).last)
    #expect(answer["rules"]?.arrayValue?.count == 4 && answer["commands"] == [])
    #expect(answer["rules"]?.text.contains("join") == false)
  }

  @Test("Practise is spelt as the clients spell it, too")
  func practise() throws {
    let world = try World()
    world.connect("tom")
    #expect(world.send("tom", "/practise wordle").text.contains("practice"))
  }

  @Test("A number that is too large is refused as a number, not as text")
  func numbers() throws {
    let world = World(games: try Catalogue.games(ResourceFolder(option: nil).read))
    world.connect("tom")
    let refused = world.send("tom", "/create lunch wordsearch size=99999999999999999999").sentences
    #expect(refused.contains("integer") && !refused.contains("string"), "\(refused)")
  }

  @Test("A long line that is not talk is not refused as talk that is too long", arguments: ["\0", "\u{200B}"])
  func noText(_ character: String) throws {
    let world = try World()
    world.connect("tom")
    let told = world.send("tom", String(repeating: character, count: 4000)).sentences
    #expect(told.hasPrefix("A line must not hold the character U+"), "\(told)")
    #expect(world.send("tom", String(repeating: "a", count: 4000)).text.contains("may have at most"))
  }
}
