import CoreHarness
import GameKit
import Quiz
import Storage
import TableGames
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Rated play")
struct RatedPlayTests {
  /// A table of Connect Four with two players who have names.
  private func table(_ fields: String = "") -> World {
    let world = World(games: [connectFour])
    for name in ["ana", "ben"] { world.logIn(name) }
    open(fields, in: world)
    return world
  }

  private static let rematch = #"{"type":"rematch","room":"corner"}"#

  private func open(_ fields: String, in world: World) {
    world.send("ana", #"{"type":"create","room":"corner","game":"connectfour"\#(fields)}"#)
    world.send("ben", #"{"type":"join","room":"corner"}"#)
  }

  /// Everybody moves, and somebody gives up.
  private func resign(_ name: String, in world: World) -> Line? {
    world.move("ana", "ben", in: "corner")
    world.clear()
    world.send(name, #"{"type":"resign","room":"corner"}"#)
    return world.take("ana").last("round_over") ?? world.take("ben").last("round_over")
  }

  private func changes(_ over: Line?) -> [Int?] {
    over?["standings"]?.arrayValue?.map { $0["rating_change"]?.intValue } ?? []
  }

  @Test("A win raises and a loss lowers a rating, in the events, who, rooms and ratings")
  func rated() {
    let world = table()
    let over = resign("ben", in: world)
    let standings = over?["standings"]?.arrayValue ?? []
    #expect(standings.map { $0["player"] } == ["ana", "ben"])
    #expect(standings.map { $0["rating"] } == [1662, 1338] && changes(over) == [162, -162])
    #expect(
      world.send("ben", #"{"type":"who","room":"corner"}"#).last?["ratings"]
        == [["player": "ana", "rating": 1662], ["player": "ben", "rating": 1338]])
    let listed = world.send("ben", #"{"type":"rooms"}"#).last?["rooms"]?.arrayValue?.first { $0["room"] == "corner" }
    #expect(listed?["rated"] == true && listed?["owner_rating"] == 1662)
    let ratings = world.send("ben", #"{"type":"ratings","game":"connectfour"}"#).last
    #expect(
      ratings?["entries"] == [
        ["player": "ana", "rating": 1662, "deviation": 290, "matches": 1],
        ["player": "ben", "rating": 1338, "deviation": 290, "matches": 1],
      ])
    #expect(ratings?["yours"]?["player"] == "ben")
    #expect(world.faults == [])
  }

  @Test("Nobody can be kicked from a rated match, which would decide it")
  func kick() {
    let world = table()
    world.move("ana", "ben", in: "corner")
    let kick = #"{"type":"kick","room":"corner","player":"ben"}"#
    #expect(world.send("ana", kick).last?.code == "already_playing")
    world.send("ben", #"{"type":"resign","room":"corner"}"#)
    world.clear()
    #expect(world.send("ana", kick).last?.type == "left")
    let unrated = World(games: [connectFour])
    for name in ["ana", "ben"] { unrated.logIn(name) }
    open(#","rated":false"#, in: unrated)
    unrated.move("ana", "ben", in: "corner")
    #expect(unrated.send("ana", kick).types.contains("left"))
  }

  @Test("The lead does not pass on in a rated match, to somebody who could pause and skip for a player")
  func handOver() {
    let world = table()
    world.logIn("eva")
    world.send("eva", #"{"type":"join","room":"corner","watching":true}"#)
    let handOver = #"{"type":"hand_over","room":"corner","player":"eva"}"#
    #expect(world.send("ana", handOver).last?.code == "already_playing")
    world.send("ben", #"{"type":"resign","room":"corner"}"#)
    world.clear()
    #expect(world.send("ana", handOver).last?.type == "owner")
  }

  @Test("A rated series is not interrupted in its break by a kick, pause, stop or a change to watching")
  func seriesBreak() {
    let world = table(#","best_of":3"#)
    #expect(resign("ben", in: world)?["next_in_s"] == 5)
    #expect(world.send("ana", #"{"type":"kick","room":"corner","player":"ben"}"#).last?.code == "already_playing")
    #expect(world.send("ana", #"{"type":"pause","room":"corner"}"#).last?.code == "not_here")
    #expect(world.send("ana", #"{"type":"stop","room":"corner"}"#).last?.code == "already_playing")
    #expect(world.send("ana", #"{"type":"join","room":"corner","watching":true}"#).last?.code == "already_playing")
    world.wait(seconds: 5)
    #expect(world.take("ben").last("round")?["n"] == 2)
    _ = resign("ben", in: world)
    world.clear()
    #expect(world.send("ana", #"{"type":"kick","room":"corner","player":"ben"}"#).last?.type == "left")
  }

  @Test("A rated series that waits for a lost player is not taken apart, and no bot makes the rest of it unrated")
  func seriesWaits() {
    let world = World(games: [highCard], houseBots: ["Deepblue"])
    for name in ["ana", "ben", "eva"] { world.logIn(name) }
    world.send("ana", #"{"type":"create","room":"deck","game":"highcard","best_of":5}"#)
    world.send("ben", #"{"type":"join","room":"deck"}"#)
    world.send("eva", #"{"type":"join","room":"deck","watching":true}"#)
    world.send("ana", #"{"type":"start","room":"deck"}"#)
    world.playCard(in: "deck")
    world.send("ben", #"{"type":"resign","room":"deck"}"#)
    let handOver = #"{"type":"hand_over","room":"deck","player":"eva"}"#
    #expect(world.send("ana", handOver).last?.code == "already_playing")
    #expect(world.send("ana", #"{"type":"invite","room":"deck","bot":true}"#).last?.code == "already_playing")
    world.wait(seconds: 5)
    world.playCard(in: "deck")
    world.drop("ben")
    let over = world.send("ana", #"{"type":"resign","room":"deck"}"#).last("round_over")
    #expect(over != nil && over?["next_in_s"] == nil, "too few are here")
    let kick = #"{"type":"kick","room":"deck","player":"ben"}"#
    #expect(world.send("ana", kick).last?.code == "already_playing")
    #expect(world.send("ana", #"{"type":"start","room":"deck"}"#).last?.type == "error")
    world.wait(seconds: 121)
    #expect(world.send("ana", handOver).last?.type == "owner", "it is over")
    #expect(world.faults == [])
  }

  @Test("A seat that is given up in the break of a series ends it: with somebody else another one begins")
  func seriesOfOthers() {
    let world = table(#","best_of":3"#)
    #expect(resign("ben", in: world)?["next_in_s"] == 5)
    world.send("ben", #"{"type":"leave","room":"corner"}"#)
    world.wait(seconds: 7)
    #expect(world.send("ana", #"{"type":"who","room":"corner"}"#).last?["next_in_s"] == nil)
    world.logIn("eva")
    let joined = world.send("eva", #"{"type":"join","room":"corner"}"#)
    #expect(joined.last("joined")?["next_in_s"] == nil, "\(joined)")
    world.wait(milliseconds: 1)
    #expect(world.parlor.rooms["corner"]?.rounds.number == 2)
    world.clear()
    world.move("ana", "eva", in: "corner")
    world.send("eva", #"{"type":"resign","room":"corner"}"#)
    let over = world.take("ana").last("round_over")
    #expect(over?["standings"]?.arrayValue?.first?["wins"] == 1 && over?["winner"] == nil, "\(over?.text ?? "")")
    #expect(world.faults == [])
  }

  @Test("Nobody begins the next rated match of two alone, by coming back, sitting down again or after maintenance")
  func consent() {
    let world = table()
    _ = resign("ben", in: world)
    world.clear()
    let joins = ["", #","watching":true"#, ""].map { #"{"type":"join","room":"corner"\#($0)}"# }
    for join in joins + [#"{"type":"leave","room":"corner"}"#, joins[0]] { world.send("ana", join) }
    _ = world.connectConsole("root")
    for isOn in [true, false] { world.send("root", #"{"type":"maintenance","on":\#(isOn)}"#) }
    #expect(world.take("ben").first("round") == nil && world.parlor.rooms["corner"]?.isPlaying == false)
    world.logIn("eva")
    world.send("ana", #"{"type":"leave","room":"corner"}"#)
    world.send("eva", #"{"type":"join","room":"corner"}"#)
    #expect(world.take("ben").last("round")?["n"] == 2, "with somebody new it begins as the first did")
  }

  @Test("No match begins with players who are away, by itself or by its owner; it begins when they are back")
  func absent() {
    let world = World(games: [connectFour, highCard])
    let tokens = Dictionary(uniqueKeysWithValues: ["ana", "ben", "cleo"].map { ($0, world.logIn($0)) })
    func comeBack(_ name: String, to room: String) {
      world.connect(name)
      world.send(name, #"{"type":"login","token":"\#(tokens[name] ?? "")"}"#)
      world.send(name, #"{"type":"join","room":"\#(room)"}"#)
    }
    world.send("ben", #"{"type":"create","room":"corner","game":"connectfour"}"#)
    world.drop("ben")
    world.send("ana", #"{"type":"join","room":"corner"}"#)
    #expect(world.take("ana").first("round") == nil && world.parlor.rooms["corner"]?.isPlaying == false)
    comeBack("ben", to: "corner")
    #expect(world.take("ana").last("round")?["n"] == 1)
    world.send("ana", #"{"type":"create","room":"deck","game":"highcard"}"#)
    for name in ["ben", "cleo"] {
      world.send(name, #"{"type":"join","room":"deck"}"#)
      world.drop(name)
    }
    let start = #"{"type":"start","room":"deck"}"#
    #expect(world.send("ana", start).last?.code == "not_playing")
    comeBack("ben", to: "deck")
    #expect(world.send("ana", start).last?.type == "round")
    #expect(world.parlor.rooms["deck"]?.shared?.players.count == 2, "nobody plays who is away")
    #expect(world.faults == [])
  }

  @Test("In a match of three, who has not moved gains and loses nothing")
  func unattended() {
    let world = World(games: [highCard])
    for name in ["ana", "ben", "cleo"] { world.logIn(name) }
    world.send("ana", #"{"type":"create","room":"deck","game":"highcard","clock":{"move_s":10}}"#)
    for name in ["ben", "cleo"] { world.send(name, #"{"type":"join","room":"deck"}"#) }
    world.send("ana", #"{"type":"start","room":"deck"}"#)
    world.playCard(in: "deck")
    world.clear()
    world.wait(seconds: 60)
    let over = world.take("ana").last("round_over")
    #expect(changes(over) == [nil, nil, nil])
    #expect(world.player("ana")?.ratings["highcard"] == nil)
  }

  @Test(
    "A match in which nobody has moved counts in no statistics; one lost on time after a move does",
    .needs("Statistics"))
  func unplayed() throws {
    let storage = try SQLiteStorage(folder: ":memory:", options: World.storageOptions)
    let world = World(games: [connectFour], storage: storage)
    for name in ["ana", "ben"] { world.logIn(name) }
    func played(_ name: String) -> Int? {
      world.send(name, #"{"type":"stats","game":"connectfour"}"#).last?["played"]?.intValue
    }
    for isPlayed in [false, true] {
      world.send("ana", #"{"type":"create","room":"t\#(isPlayed)","game":"connectfour","clock":{"move_s":10}}"#)
      world.send("ben", #"{"type":"join","room":"t\#(isPlayed)"}"#)
      if isPlayed { for name in ["ana", "ben"] { world.send(name, #"{"type":"move","room":"ttrue","text":"1"}"#) } }
      world.clear()
      world.wait(seconds: 11)
      #expect(world.take("ana").last("round_over") != nil)
      for name in ["ana", "ben"] { #expect(played(name) == (isPlayed ? 1 : 0), "\(name)") }
    }
    let results = world.send("ben", #"{"type":"history","game":"connectfour"}"#).last?["results"]?.arrayValue ?? []
    #expect(results.map { $0["unranked"]?.boolValue } == [nil, true])
  }

  @Test("Asking for ratings in a room that does not count says so")
  func unratedRoom() {
    for (fields, isSaid) in [(#","seed":7"#, true), (#","rated":false"#, true), ("", false)] {
      let world = table(fields)
      #expect(world.send("ana", "/ratings").text.contains("Matches in corner do not count") == isSaid, "\(fields)")
    }
  }

  @Test("A place is shown after some matches", .needs("Pairing"))
  func placed() {
    let world = table()
    for round in 0..<24 {
      _ = resign(round % 3 == 0 ? "ana" : "ben", in: world)
      for name in ["ana", "ben"] { world.send(name, Self.rematch) }
    }
    let best = world.send("ana", #"{"type":"ratings","game":"connectfour"}"#).last?["entries"]?.arrayValue?.first
    #expect(best?["place"] == 1 && best?["player"] == "ana" && best?["matches"] == 24)
  }

  private static let words = WordDeck(name: "spanish", title: "Spanish", language: "Spanish", count: 40) {
    (1...40).map { WordDeck.Word(original: "palabra\($0)", translation: "word\($0)") }
  }

  @Test("A quiz that is not rated stands in no leaderboard, and in the history as unranked", .needs("Statistics"))
  func unranked() throws {
    let storage = try SQLiteStorage(folder: ":memory:", options: World.storageOptions)
    let world = World(games: [GameModule(QuizSource(decks: [Self.words]))], storage: storage)
    for name in ["ana", "ben"] { world.logIn(name) }
    for isRated in [false, true] {
      let settings = #""settings":{"questions":1},"rated":\#(isRated)"#
      world.send("ana", #"{"type":"create","room":"class-\#(isRated)","game":"quiz",\#(settings)}"#)
      world.send("ben", #"{"type":"join","room":"class-\#(isRated)"}"#)
      world.send("ana", #"{"type":"start","room":"class-\#(isRated)"}"#)
      for name in ["ana", "ben"] { world.send(name, #"{"type":"move","room":"class-\#(isRated)","text":"1"}"#) }
      world.wait(seconds: 21)
      let board = world.send("ana", #"{"type":"leaderboard","game":"quiz","mode":"together"}"#).last
      #expect(board?["entries"]?.arrayValue?.count == (isRated ? 2 : 0), "\(board?.text ?? "")")
    }
    let results = world.send("ben", #"{"type":"history","game":"quiz"}"#).last?["results"]?.arrayValue ?? []
    #expect(results.map { $0["unranked"]?.boolValue } == [nil, true])
    #expect(world.send("ben", "/history quiz").text.contains("unranked"))
    #expect(world.faults == [])
  }

  @Test("Leaving a match loses points too")
  func abandoned() {
    let world = table()
    world.move("ana", "ben", in: "corner")
    world.clear()
    world.send("ben", #"{"type":"leave","room":"corner"}"#)
    #expect(changes(world.take("ana").last("round_over")) == [162, -162])
  }

  @Test("A draw between equals changes only the uncertainty")
  func drawn() {
    let world = table()
    world.move("ana", "ben", in: "corner")
    world.send("ana", #"{"type":"draw","room":"corner"}"#)
    world.clear()
    world.send("ben", #"{"type":"draw","room":"corner"}"#)
    #expect(changes(world.take("ana").last("round_over")) == [0, 0])
  }

  @Test("Unrated rooms and seeded puzzles rate nothing", arguments: [#","rated":false"#, #","seed":3"#])
  func unrated(fields: String) {
    let world = table(fields)
    #expect(changes(resign("ben", in: world)) == [nil, nil])
    let joined = world.send("ana", #"{"type":"join","room":"corner"}"#).first("joined")
    #expect(joined?["rated"] == nil)
  }

  @Test("A guest is not rated, and neither is a match against one")
  func guest() {
    let world = World(games: [connectFour])
    world.logIn("ana")
    world.connect("ben")
    open("", in: world)
    #expect(changes(resign("ben", in: world)) == [nil, nil])
  }

  @Test("People and bots are not rated against each other, and are listed separately")
  func bots() {
    let world = World(games: [connectFour])
    world.logIn("ana")
    world.connect("ben")
    world.send("ben", #"{"type":"login","name":"ben","bot":true}"#)
    open("", in: world)
    #expect(changes(resign("ben", in: world)) == [nil, nil])
    world.connect("cal")
    world.send("cal", #"{"type":"login","name":"cal","bot":true}"#)
    world.send("ben", #"{"type":"create","room":"lab","game":"connectfour","rated":true}"#)
    world.send("cal", #"{"type":"join","room":"lab"}"#)
    world.move("ben", "cal", in: "lab")
    world.clear()
    world.send("cal", #"{"type":"resign","room":"lab"}"#)
    #expect(changes(world.take("ben").last("round_over")) == [162, -162])
    func listed(_ bots: Bool) -> [JSON?] {
      let answer = world.send("ana", #"{"type":"ratings","game":"connectfour","bots":\#(bots)}"#).last
      return answer?["entries"]?.arrayValue?.map { $0["player"] } ?? []
    }
    #expect(listed(false) == [] && listed(true) == ["ben", "cal"])
  }

  @Test("Matches among bots count only if the bot that opens the room asks for it")
  func trial() {
    let world = World(games: [connectFour])
    for name in ["ben", "cal"] {
      world.connect(name)
      world.send(name, #"{"type":"login","name":"\#(name)","bot":true}"#)
    }
    let joined = world.send("ben", #"{"type":"create","room":"lab","game":"connectfour"}"#).first("joined")
    #expect(joined?["rated"] == nil)
    world.send("cal", #"{"type":"join","room":"lab"}"#)
    world.move("ben", "cal", in: "lab")
    world.clear()
    world.send("cal", #"{"type":"resign","room":"lab"}"#)
    #expect(changes(world.take("ben").last("round_over")) == [nil, nil])
  }

  @Test(
    "An idle series waits: after a match without a move the next one does not begin by itself",
    .needs("Pairing"))
  func abandonedSeries() {
    let world = table(#","best_of":5,"clock":{"move_s":10}"#)
    world.clear()
    world.wait(seconds: 11)
    let over = world.take("ana").last("round_over")
    #expect(over != nil && over?["next_in_s"] == nil)
    world.wait(seconds: 60)
    #expect(world.take("ana").first("round") == nil)
    world.send("ben", Self.rematch)
    let again = world.send("ana", Self.rematch)
    #expect(again.first("round")?["n"] == 2)
    #expect(resign("ben", in: world)?["next_in_s"] == 5)
    #expect(world.faults == [])
  }

  @Test(
    "A series continues by itself until one player has won more than half; then another one may begin",
    .needs("Pairing"))
  func series() {
    let world = table(#","best_of":3,"clock":{"match_s":300,"increment_s":3}"#)
    let joined = world.send("ben", #"{"type":"join","room":"corner"}"#).first("joined")
    #expect(joined?["best_of"] == 3 && joined?["rated"] == true)
    #expect(joined?["clock"] == ["match_s": 300, "increment_s": 3])
    var over = resign("ben", in: world)
    #expect(over?["next_in_s"] == 5 && over?["best_of"] == 3 && over?["winner"] == nil)
    world.wait(seconds: 5)
    over = resign("ana", in: world)
    #expect(over?["next_in_s"] == 5 && over?["winner"] == nil)
    world.wait(seconds: 5)
    over = resign("ben", in: world)
    #expect(over?["next_in_s"] == nil && over?["winner"] == "ana")
    world.wait(seconds: 60)
    world.clear()
    for name in ["ana", "ben"] { world.send(name, Self.rematch) }
    over = resign("ana", in: world)
    let wins = over?["standings"]?.arrayValue?.map { $0["wins"] }
    #expect(wins == [1, 0] && over?["winner"] == nil)
    #expect(world.faults == [])
  }

  @Test("The next match of a series waits if a player has left")
  func left() {
    let world = table(#","best_of":3"#)
    _ = resign("ben", in: world)
    world.send("ben", #"{"type":"leave","room":"corner"}"#)
    world.clear()
    world.wait(seconds: 60)
    #expect(world.take("ana").first("round") == nil)
  }

  @Test(
    "Invalid terms are refused",
    arguments: [#","best_of":1"#, #","best_of":100"#, #","best_of":"3""#, #","rated":1"#])
  func refused(fields: String) {
    let world = World(games: [connectFour])
    world.logIn("ana")
    #expect(world.send("ana", #"{"type":"create","game":"connectfour"\#(fields)}"#).last?.code == "bad_field")
  }

  @Test("Puzzles have neither ratings nor series")
  func puzzle() throws {
    let world = try World()
    world.logIn("ana")
    #expect(world.send("ana", #"{"type":"ratings","game":"wordle"}"#).last?.code == "bad_field")
    #expect(world.send("ana", #"{"type":"create","game":"wordle","best_of":3}"#).last?.code == "bad_field")
  }

  @Test("Ratings survive a round trip, and invalid lines are skipped")
  func text() {
    var ratings = PlayerRatings()
    ratings["connectfour"] = PlayerRatings.Entry(
      rating: GlickoRating(value: 1612.34567, deviation: 77.77777, volatility: 0.0599912), day: 20661, matches: 12,
      valueBefore: 1598.7654)
    ratings["quiz"] = PlayerRatings.Entry(rating: .initial, day: 1, matches: 1, valueBefore: 1500)
    #expect(ratings.text == "connectfour 1612346 77778 59991 20661 12 1598765\nquiz 1500000 350000 60000 1 1 1500000")
    #expect(PlayerRatings(ratings.text) == ratings)
    #expect(PlayerRatings("").isEmpty && PlayerRatings("x\nquiz 1 2 3\nquiz a 2 3 4 5 6\n\n").isEmpty)
    #expect(PlayerRatings("quiz 9223372036854775807 -1 0 -5 -9 -9223372036854775808")["quiz"]?.matches == 0)
  }
}

extension World {
  /// Whose turn it is plays the first card of the hand.
  fileprivate func playCard(in room: String) {
    guard let shared = parlor.rooms[room]?.shared, let mover = shared.match.toMove.first else { return }
    let card = shared.match.candidates(for: mover).first ?? ""
    for name in ["ana", "ben", "cleo"] where player(name)?.id == mover {
      send(name, #"{"type":"move","room":"\#(room)","text":"\#(card)"}"#)
    }
  }

  /// Two who play Connect Four move once each, or twice, whoever begins.
  func move(_ one: String, _ other: String, in room: String) {
    for (column, name) in [one, other, one, other].enumerated() {
      send(name, #"{"type":"move","room":"\#(room)","text":"\#(column + 1)"}"#)
    }
  }
}
