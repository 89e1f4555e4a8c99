import Foundation
import ServerHarness
import Testing
import WaitingTrait

@Suite("The release's proxy", .waiting, .enabled(if: PublicPlace.isPossible, PublicPlace.whyNot))
struct ProxyTests {
  private static let client = ServerProcess.path(of: "parlor")
  private static let bots = ServerProcess.path(of: "parlor-bots")
  private static let hasWebSockets = PythonScript.runs("import websockets")
  private static let browser = Repository.root.appendingPathComponent("Tests/Browser").path
  private static let hasChromium = PythonScript.runs(
    "import sys; sys.path.insert(0, sys.argv[1]); import browser; sys.exit(0 if browser.find() else 1)", [browser])

  @Test("openssl, the terminal client, Python and bots play over TLS")
  func lines() throws {
    let place = try PublicPlace()
    let play = "printf '/practice wordle seed=7\\nsaint\\n/quit\\n'"

    let byHand = try SystemShell.run(
      "\(play) | openssl s_client -quiet -verify_return_error -connect localhost:\(place.lines)",
      place.trusting)
    #expect(byHand.output.first?.contains(#""type":"hello""#) == true, "\(byHand.text)")
    #expect(byHand.output.contains { $0.contains("SAINT") }, "\(byHand.text)")

    let terminal = try SystemShell.run(
      "\(play) | '\(Self.client)' --tls --plain localhost:\(place.lines)", place.trusting)
    #expect(terminal.status == 0, "\(terminal.text)")
    #expect(terminal.output.contains { $0.contains("SAINT") }, "\(terminal.text)")

    let python = try SystemShell.run(
      """
      cd '\(Repository.root.appendingPathComponent("Clients/Python").path)' && python3 -B -c '
      import parlor
      client = parlor.Client("localhost", \(place.lines), tls=True)
      room = client.request("create", game="wordle", mode="practice", seed=7)["room"]
      print(client.request("move", room=room, move={"guess": "saint"})["turn"]["tiles"])'
      """, place.trusting)
    #expect(python.output == ["🟩🟩🟩🟩🟩"], "\(python.text)")

    let bots = try SystemShell.run(
      "'\(Self.bots)' play wordle --practice 2 --seed 7 --json --tls --host localhost --port \(place.lines)",
      place.trusting)
    #expect(bots.output.last?.contains(#""played":2"#) == true, "\(bots.text)")
    let untrusting = try SystemShell.run(
      "'\(Self.bots)' trial wordle --puzzles 1 --tls --host localhost --port \(place.lines)")
    #expect(untrusting.status == 69 && untrusting.errors.first?.contains("cannot be trusted") == true)
  }

  @Test("Clients refuse an untrusted certificate, one for another name, and a server without TLS")
  func trust() throws {
    let place = try PublicPlace()
    func say(_ host: String, _ variables: [String: String]) throws -> ChildProcess.Ending {
      try SystemShell.run("echo /quit | '\(Self.client)' --tls --plain \(host):\(place.lines)", variables)
    }
    let stranger = try say("localhost", [:])
    #expect(stranger.status == 69)
    #expect(
      stranger.errors.first?.contains("cannot be trusted: unable to get local issuer") == true, "\(stranger.text)")
    let otherName = try say("127.0.0.3", place.trusting)
    #expect(otherName.status == 69)
    #expect(otherName.errors.first?.contains("cannot be trusted: IP address mismatch") == true, "\(otherName.text)")
    #expect(try say("127.0.0.1", place.trusting).status == 0)
    let plain = try SystemShell.run("echo /quit | '\(Self.client)' --tls --plain localhost:\(place.servers[0].port)")
    #expect(plain.status == 69)
    #expect(plain.errors.first?.contains("does not speak TLS") == true, "\(plain.text)")
    let python = try SystemShell.run(
      """
      cd '\(Repository.root.appendingPathComponent("Clients/Python").path)' && python3 -B -c '
      import parlor, ssl
      try: parlor.Client("localhost", \(place.lines), tls=True)
      except ssl.SSLCertVerificationError: print("refused")'
      """)
    #expect(python.output == ["refused"], "\(python.text)")
  }

  @Test("Limits apply to players' own addresses, and no address can take all connections")
  func addresses() throws {
    let place = try PublicPlace(["--limit", "connections_per_address=1"])
    let result = try PythonScript.run(
      """
      import select, socket, ssl, sys
      port, context = int(sys.argv[1]), ssl.create_default_context(cafile=sys.argv[2])
      def connect(address):
          plain = socket.create_connection(("127.0.0.1", port), 30, (address, 0))
          return context.wrap_socket(plain, server_hostname="localhost")
      one, two = connect("127.0.0.11"), connect("127.0.0.12")
      for client in (one, two):
          assert '"hello"' in client.makefile().readline()
      assert "connections from your address already" in connect("127.0.0.11").makefile().readline()
      # The proxy itself turns away who has two hundred.
      held, closed = [], 0
      for _ in range(220):
          try: held.append(socket.create_connection(("127.0.0.1", port), 30, ("127.0.0.13", 0)))
          except ConnectionResetError: closed += 1
      if not closed: closed = len(select.select(held, [], [], 60)[0])
      assert 0 < closed <= 20, closed
      assert '"hello"' in connect("127.0.0.14").makefile().readline()
      print("done")
      """, [String(place.lines), place.trusting["SSL_CERT_FILE"] ?? ""])
    #expect(result.output == ["done"], "\(result.errors)")
  }

  @Test("HTTP redirects to HTTPS, which sends HSTS; metrics are not public", .enabled(if: SystemShell.has("curl")))
  func https() throws {
    let place = try PublicPlace()
    let secure = "https://localhost:\(place.https)"
    func curl(_ arguments: String) throws -> [String] {
      try SystemShell.run("curl -sS --cacert \"$SSL_CERT_FILE\" \(arguments)", place.trusting).output
    }
    #expect(
      try curl("-o /dev/null -w '%{http_code} %{redirect_url}\\n' http://localhost:\(place.http)/x?y=1")
        == ["301 https://localhost:\(place.http)/x?y=1"])
    let head = try curl("-i \(secure)/ready")
    #expect(head.first?.contains("200") == true)
    #expect(head.contains { $0.lowercased().hasPrefix("strict-transport-security: max-age=31536000") })
    let code = "-o /dev/null -w '%{http_code}\\n'"
    for path in ["metrics", "%6detrics", "m%65tric%73", "metrics?x=1"] {
      #expect(try curl("\(code) \(secure)/\(path)") == ["401"], "\(path)")
    }
    #expect(try curl("\(code) --path-as-is \(secure)//metrics") == ["404"])
    #expect(try curl("\(code) http://localhost:\(place.servers[0].httpPort)/metrics") == ["200"])
  }

  @Test(
    "Python's websockets plays over TLS",
    .enabled(if: hasWebSockets, "Python's websockets is not installed"))
  func webSocket() throws {
    let place = try PublicPlace()
    let result = try PythonScript.run(
      """
      import asyncio, json, ssl, sys, websockets
      async def main():
          context = ssl.create_default_context(cafile=sys.argv[2])
          async with websockets.connect("wss://localhost:%s/line" % sys.argv[1], ssl=context) as line:
              assert json.loads(await line.recv())["type"] == "hello"
              await line.send(json.dumps({"type": "ping", "id": 1}))
              while '"pong"' not in await line.recv(): pass
              print("done")
      asyncio.run(main())
      """, [String(place.https), place.trusting["SSL_CERT_FILE"] ?? ""])
    #expect(result.output == ["done"], "\(result.errors.joined(separator: "\n"))")
  }

  @Test(
    "The page plays in Chromium over https and wss", .enabled(if: hasChromium, "Chromium or python3 is not installed"))
  func page() throws {
    let place = try PublicPlace()
    let result = try PythonScript.run(
      """
      import sys
      sys.dont_write_bytecode = True
      sys.path.insert(0, sys.argv[1])
      from browser import Browser
      with Browser() as browser:
          page = browser.page("about:blank")
          page.call("Security.setIgnoreCertificateErrors", ignore=True)
          page.go("https://localhost:" + sys.argv[2])
          page.wait("document.querySelector('.game')", "today's puzzles, which come over the WebSocket")
          assert page.js("location.protocol") == "https:"
          page.tap(".game[href='#/room/wordle']")
          page.wait("document.querySelector('.room .board .cell')", "a board")
          assert not page.errors, page.errors
          print("done")
      """, [Self.browser, String(place.https)], within: 2 * Patience.seconds)
    #expect(result.output == ["done"], "\(result.errors.joined(separator: "\n"))")
  }

  @Test("Clients are routed around servers that are down")
  func three() throws {
    let place = try PublicPlace(servers: 3)
    for server in place.servers.dropFirst() { server.killNow() }
    let answers = try (0..<6).map { _ in
      try SystemShell.run("printf '/quit\\n' | '\(Self.client)' --tls --plain localhost:\(place.lines)", place.trusting)
        .status
    }
    #expect(answers == [0, 0, 0, 0, 0, 0])
  }
}
