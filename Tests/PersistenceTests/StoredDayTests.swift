import GameKit
import Storage
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Days and clocks")
struct StoredDayTests {
  private static let hour: Int64 = 3_600_000

  /// A server on 2026-11-20, day 324, at eight in the morning, on whose daily ana has made a try, then the day after at
  /// a minute past midnight; and ana's token.
  private func serverAfterMidnight() throws -> (FaultyServer, token: JSON) {
    let server = try FaultyServer(FaultyServer.storage())
    let ana = server.connect()
    let login = server.send(ana, "login", ["name": "ana"])
    server.send(ana, "join", ["room": "wordle"])
    server.send(ana, "move", ["room": "wordle", "text": "crane"])
    server.settle()
    let token = try #require(server.answer(ana, login)?["token"])
    server.wait(milliseconds: 16 * Self.hour + 60_000)
    server.settle()
    return (server, token)
  }

  /// The day in a new connection's greeting.
  private func greeting(_ server: FaultyServer) -> (day: String?, left: Int?) {
    let visitor = server.connect()
    let about = server.answer(visitor, server.send(visitor, "about"))
    return (about?["day"]?.stringValue, about?["next_day_in_s"]?.intValue)
  }

  @Test("A finished day does not begin again when the clock is set back past midnight")
  func setBack() throws {
    let (server, token) = try serverAfterMidnight()
    try server.restart(setBackBy: 10 * 60_000)
    #expect(server.log.contains("clock_behind"))
    #expect(greeting(server) == ("2026-11-21", 86_400 + 9 * 60))
    let ana = server.connect()
    server.send(ana, "login", ["token": token])
    let join = server.send(ana, "join", ["room": "wordle"])
    server.settle()
    #expect(server.answer(ana, join)?["puzzle"] == 325)
    #expect(server.answer(ana, join)?["board"]?["title"] == "Wordle 325")
    // Past the clock's own midnight it is still the same day, and the next day begins when it should.
    server.wait(milliseconds: 10 * 60_000)
    #expect(server.parlor.hub.today.number == 325)
    server.wait(milliseconds: 24 * Self.hour)
    #expect(server.parlor.hub.today.number == 326)
    #expect(server.faults == [])
  }

  @Test("A daily in progress can be finished after midnight across a restart, until the grace period is over")
  func grace() throws {
    for minutes in [0, 60] {
      let (server, token) = try serverAfterMidnight()
      server.wait(milliseconds: Int64(minutes) * 60_000)
      try server.restart()
      let ana = server.connect()
      server.send(ana, "login", ["token": token])
      let join = server.send(ana, "join", ["room": "wordle"])
      server.settle()
      let joined = try #require(server.answer(ana, join))
      #expect(joined["puzzle"] == (minutes == 0 ? 324 : 325))
      #expect(joined["board"]?["rows"]?.arrayValue?.first?["letters"] == (minutes == 0 ? "crane" : "     "))
      let opened = server.send(ana, "opened", ["day": "2026-11-20"])
      server.settle()
      #expect(server.answer(ana, opened)?["code"] == (minutes == 0 ? "not_over" : nil))
      #expect(server.faults == [])
    }
  }

  @Test("The day is kept through any number of restarts without events")
  func restarts() throws {
    let (server, _) = try serverAfterMidnight()
    try server.restart(setBackBy: Self.hour)
    try server.restart(setBackBy: Self.hour)
    #expect(greeting(server).day == "2026-11-21")
  }

  @Test("A day's beginning that cannot be stored at first is stored later")
  func failedCommit() throws {
    let (server, _) = try serverAfterMidnight()
    server.wait(milliseconds: 24 * Self.hour)
    server.beginCommit()
    server.fail()
    let ben = server.connect()
    server.wait(milliseconds: 2000)
    server.send(ben, "login", ["name": "ben"])
    server.settle()
    try server.restart(setBackBy: Self.hour)
    #expect(greeting(server).day == "2026-11-22")
  }

  @Test("A clock that was eight days behind does not reopen a finished daily")
  func behindForAWhile() throws {
    let server = try FaultyServer(FaultyServer.storage())
    let ana = server.connect()
    let login = server.send(ana, "login", ["name": "ana"])
    server.send(ana, "join", ["room": "wordle"])
    for word in ["crane", "slate", "ponds", "nymph", "quick", "fjord", "blume", "vexes", "train", "brine"] {
      server.send(ana, "move", ["room": "wordle", "text": .string(word)])
    }
    server.settle()
    let token = try #require(server.answer(ana, login)?["token"])
    let eightDays = 8 * 24 * Self.hour
    for setBack in [eightDays, -eightDays] {
      try server.restart(setBackBy: setBack)
      let ana = server.connect()
      server.send(ana, "login", ["token": token])
      let join = server.send(ana, "join", ["room": "wordle"])
      server.settle()
      #expect(server.answer(ana, join)?["puzzle"] == (setBack > 0 ? 316 : 324))
      let move = server.send(ana, "move", ["room": "wordle", "text": "crane"])
      server.settle()
      if setBack < 0 {
        #expect(server.answer(ana, move)?["code"] == "game_over")
        #expect(server.answer(ana, join)?["board"]?.text.contains("crane") == true, "the board is as it was")
      } else {
        #expect(server.answer(ana, move)?["code"] == nil)
      }
    }
    #expect(server.faults == [])
  }

  @Test("A clock that was weeks ahead delays no day once it is right")
  func wrongClock() throws {
    let (server, _) = try serverAfterMidnight()
    server.wait(milliseconds: 8 * 24 * Self.hour)
    server.settle()
    #expect(greeting(server).day == "2026-11-29")
    try server.restart(setBackBy: 8 * 24 * Self.hour)
    #expect(greeting(server).day == "2026-11-21")
  }
}
