import FeatureList
import GameKit
import ParlorCore
import Storage
import Testing
import WireProtocol

@Suite("Names")
struct NameTests {
  private let server: FaultyServer

  init() throws { server = try FaultyServer(try FaultyServer.storage()) }

  private func claim(_ name: String, on session: SessionID? = nil) -> String {
    let id = session ?? server.connect()
    let request = server.send(id, "login", ["name": .string(name)])
    server.settle()
    let answer = server.answer(id, request)
    return answer?["code"]?.stringValue ?? answer?["you"]?.stringValue ?? ""
  }

  @Test(
    "A name that looks like a taken one counts as taken",
    arguments: [
      ("paolo", "pa0lo"), ("paolo", "PAOLO"), ("paolo", "paoIo"), ("lily", "l1Iy"), ("lily", "LILY"), ("bill", "biII"),
      ("amo", "arno"), ("x0x0", "xoxo"), ("caop", "саор"), ("TOM", "ТОМ"), ("kot", "кот"), ("zeta", "ζετα"),
      ("Zoé", "zoe\u{301}"), ("dino", "dıno"), ("dino", "di\u{307}no"), ("gala", "ɡɑla"),
      ("ana", "ана"), ("ana", "ꓮꓠꓮ"), ("ana", "anạ"), ("aha", "АНА"), ("pena", "pęna"), ("walter", "vvalter"),
      ("joe", "јое"), ("lola", "ӏоӏа"), ("sosa", "ѕоѕа"), ("bob", "ЬоЬ"),
    ])
  func lookAlikes(_ taken: String, _ asked: String) {
    #expect(claim(taken) == taken)
    #expect(claim(asked) == "name_taken")
  }

  @Test(
    "Names that can be distinguished are different names",
    arguments: [("ana", "anna"), ("zoe", "zoé"), ("a.b", "a-b"), ("ben", "ben2"), ("kot", "коты")])
  func different(_ taken: String, _ asked: String) {
    #expect(claim(taken) == taken)
    #expect(claim(asked) == asked)
  }

  @Test(
    "A name mixes no look-alike alphabets, and stylised letters are no letters",
    arguments: ["pаolo", "раolo", "ανa", "𝐚𝐧𝐚", "ａｎａ", "anaא", "ᴀna", "guеst-1", "gu\u{200D}est"])
  func mixed(_ name: String) { #expect(claim(name) == "bad_text") }

  @Test(
    "Names that suggest the server, its operators or a guest are refused",
    arguments: [
      ("server", "name_taken"), ("Admin", "name_taken"), ("parlor", "name_taken"), ("PAR1OR", "name_taken"),
      ("аdmin", "bad_text"), ("systern", "name_taken"), ("moderat0r", "name_taken"), ("guest_1f4a", "bad_text"),
      ("Guest.1f4a", "bad_text"), ("guėst-1f4a", "bad_text"), ("ádmin", "name_taken"), ("server1", "name_taken"),
      ("ad-min", "name_taken"), ("parlor-team", "name_taken"), ("root.2", "name_taken"), ("all-stars", "all-stars"),
      ("adminton", "adminton"), ("groot", "groot"),
    ])
  func reserved(_ name: String, _ code: String) { #expect(claim(name) == code) }

  @Test("A room's name counts as taken if another looks like it, without revealing a private room's")
  func rooms() {
    func create(_ name: String, code: String? = nil) -> JSON? {
      let id = server.connect()
      var fields: JSONObject = ["room": .string(name)]
      if let code { fields["code"] = .string(code) }
      let request = server.send(id, "create", fields)
      server.settle()
      return server.answer(id, request)
    }
    #expect(create("cafe")?["room"] == "cafe")
    #expect(create("cаfe")?["code"] == "bad_text")
    #expect(create("CAFẸ")?["message"] == "CAFẸ looks like cafe, which is there already: choose another name")
    #expect(create("solo", code: "x")?["room"] == "solo")
    #expect(create("so1o")?["message"] == "so1o looks like another room, which is there already: choose another name")
    #expect(create("adm1n")?["code"] == "exists")
    #expect(create("w0rdle")?["code"] == "exists")
    #expect(create("café")?["room"] == "café")
  }

  @Test(
    "A name within one alphabet is accepted",
    arguments: ["Мария", "Ελένη", "太郎", "José", "אנה", "Kim_2", "たろう", "민수", "สมชาย", "प्रिया", "太郎2", "Анна"])
  func alphabets(_ name: String) { #expect(claim(name) == name) }

  @Test("A player may change to a look-alike of the own name; until then the old name stays reserved")
  func ownLookAlike() {
    let ana = server.connect()
    #expect(claim("paolo", on: ana) == "paolo")
    let request = server.send(ana, "rename", ["name": "pao1o"])
    server.settle()
    #expect(server.answer(ana, request)?["you"] == "pao1o")
    #expect(claim("paolo") == "name_taken")
    server.send(ana, "rename", ["name": "marta"])
    server.settle()
    #expect(claim("paolo") == "paolo")
  }

  @Test("A name that is not yet durable is reserved, and announced once it is durable")
  func failedClaims() throws {
    var limits = Limits()
    limits.newNamesPerAddress = 1
    let server = try FaultyServer(try FaultyServer.storage(), limits: limits)
    let (ana, ben) = (server.connect(), server.connect())
    let request = server.send(ana, "login", ["name": "ana"])
    server.beginCommit()
    server.fail()
    #expect(server.answer(ana, request) == nil)
    let taken = server.send(ben, "login", ["name": "ana"])
    let second = server.send(ben, "login", ["name": "carl"])
    server.settle()
    #expect(server.answer(ana, request)?["you"] == "ana")
    #expect(server.answer(ben, taken)?["code"] == "name_taken")
    #expect(server.answer(ben, second)?["code"] == "too_many")
    #expect(server.faults == [])
  }

  @Test("A name that has never played expires after 30 days, unless its player has returned")
  func lapse() throws {
    func options(day: Int64) -> StorageOptions {
      StorageOptions(
        documents: Parlor.documents() + FeatureList.documents,
        now: Instant(milliseconds: 1_795_161_600_000 + day * 86_400_000),
        today: 324 + Int(day))
    }
    let storage = try SQLiteStorage(folder: ":memory:", options: options(day: 0))
    let server = try FaultyServer(storage)
    let (idle, busy) = (server.connect(), server.connect())
    server.send(idle, "login", ["name": "idle"])
    let request = server.send(busy, "login", ["name": "busy"])
    server.settle()
    let token = try #require(server.answer(busy, request)?["token"])
    server.close(busy)
    server.wait(milliseconds: 20 * 86_400_000)
    server.send(server.connect(), "login", ["token": token])
    server.settle()
    let seen = try storage.load().players.map { ($0.name, $0.seenAt) }
    #expect(seen.first { $0.0 == "busy" }?.1 == server.now)
    #expect(seen.first { $0.0 == "idle" }?.1 != server.now)
    #expect(server.faults == [])
  }
}
