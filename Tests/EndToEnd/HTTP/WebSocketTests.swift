import Foundation
import ServerHarness
import Testing
import WaitingTrait

@Suite("The line protocol over WebSocket", .waiting)
struct WebSocketTests {
  private static let hasWebSockets = PythonScript.runs("import websockets")

  @Test(
    "Python's websockets plays a game with fragments, pings, a session takeover and closes",
    .enabled(if: hasWebSockets, "Python's websockets is not installed"))
  func independentClient() throws {
    let server = try ServerProcess(["--http", "0", "--season-key", "web", "--clock", "2026-11-20T08:00:00Z"])
    let script = """
      import asyncio, json, websockets

      URL = "ws://localhost:\(server.httpPort)/line"

      async def ask(socket, **request):
          await socket.send(json.dumps({**request, "id": 7}))
          while True:
              line = await socket.recv()
              if json.loads(line).get("re") == 7:
                  return json.loads(line)

      async def closed(socket):
          try:
              while True:
                  await socket.recv()
          except websockets.ConnectionClosed as end:
              return end.rcvd.code if end.rcvd else None

      async def main():
          async with websockets.connect(URL) as socket:
              hello = json.loads(await socket.recv())
              assert hello["type"] == "hello", hello
              assert hello["welcome"].startswith("Welcome"), hello
              token = (await ask(socket, type="login", name="ana"))["token"]
              await asyncio.wait_for(await socket.ping(b"there?"), 20)
              joined = await ask(socket, type="join", room="wordle")
              assert joined["state"] == "playing", joined
              await socket.send(['{"type":"pi', 'ng",', '"id":8}'])
              assert json.loads(await socket.recv()) == {"type": "pong", "re": 8}
              await socket.send("")
              for word in ["crane", "moist", "bulky", "fudge", "whomp", "zilch"]:
                  answer = await ask(socket, type="move", room="wordle", text=word)
                  assert answer["type"] == "moved", answer
                  if len(answer["board"]["rows"]) and "prompt" not in answer["board"]: break
              rooms = (await ask(socket, type="rooms"))["rooms"]
              assert rooms[0]["yours"]["state"] == "finished", rooms[0]
              async with websockets.connect(URL) as second:
                  assert (await ask(second, type="login", name="ana", token=token))["you"] == "ana"
                  assert await closed(socket) == 1000
                  assert (await ask(second, type="stats", game="wordle"))["played"] == 1
                  await second.send("/quit")
                  assert await closed(second) == 1000
          socket = await websockets.connect(URL)
          await socket.send("x" * 16385)
          assert await closed(socket) == 1009
          socket = await websockets.connect(URL)
          await socket.send(b"binary")
          assert await closed(socket) == 1003
          for origin in ["http://evil.example", "null"]:
              try:
                  await websockets.connect(URL, origin=origin)
                  assert False, origin
              except Exception as refusal:
                  assert "403" in str(refusal), refusal
          async with websockets.connect(URL, origin="http://localhost:\(server.httpPort)") as socket:
              assert json.loads(await socket.recv())["type"] == "hello"

      asyncio.run(main())
      print("done")
      """
    let result = try PythonScript.run(script)
    #expect(result.output == ["done"], "\(result.errors.joined(separator: "\n"))")
  }

  @Test("Invalid frames close only their own connection")
  func hostileFrames() throws {
    let server = try ServerProcess(["--http", "0"])
    let line = try SocketClient.greeted(port: server.port)
    let framed = try FrameSocket(server)
    _ = try framed.message()
    let endings: [(bytes: [UInt8], code: UInt16)] = [
      ([0x81, 0x01, 0x61], 1002), ([0xF1, 0x80, 0, 0, 0, 0], 1002), ([0x83, 0x80, 0, 0, 0, 0], 1002),
      ([0x09, 0x80, 0, 0, 0, 0], 1002), ([0x80, 0x80, 0, 0, 0, 0], 1002), ([0x82, 0x80, 0, 0, 0, 0], 1003),
      ([0x81, 0xFF, 0x7F] + [UInt8](repeating: 0xFF, count: 11), 1009),
      ([0x81, 0xFF] + [UInt8](repeating: 0xFF, count: 12), 1002), ([0x81, 0x81, 0, 0, 0, 0, 0xFF], 1007),
      ([0x88, 0x81, 0, 0, 0, 0, 3], 1002), ([0x88, 0x82, 0, 0, 0, 0, 0x0F, 0xA0], 4000),
    ]
    for (index, ending) in endings.enumerated() {
      let hostile = try FrameSocket(server)
      hostile.send(bytes: ending.bytes)
      #expect(try hostile.closeCode() == ending.code, "\(ending.bytes)")
      #expect(try line.ask(#"{"type":"ping","id":\#(index)}"#) == #"{"type":"pong","re":\#(index)}"#)
      framed.send(#"{"type":"ping","id":\#(index)}"#)
      #expect(try framed.message() == #"{"type":"pong","re":\#(index)}"#)
    }
    // Incomplete handshakes and frames block only their own connections.
    let halves = try (0..<8).map { _ in try FrameSocket(server) }
    for half in halves { half.send(bytes: [0x01, 0xFE, 0x20, 0x00, 1, 2, 3, 4, 5]) }
    let opening = try SocketClient(port: server.httpPort)
    opening.send(Array("GET /line HTTP/1.1\r\nUpgrade: websocket\r\n".utf8))
    framed.send(#"{"type":"ping","id":99}"#)
    #expect(try framed.message() == #"{"type":"pong","re":99}"#)
  }

  @Test("A stopping server sends a closing message and a close frame")
  func stopping() throws {
    let server = try ServerProcess(["--http", "0"])
    let framed = try FrameSocket(server)
    _ = try framed.message()
    server.terminate()
    #expect(try framed.message().hasPrefix(#"{"type":"closing","reason":"restart""#))
    #expect(try framed.closeCode() == 1001)
    framed.close()
    #expect(server.exitStatus() == 0)
  }
}
