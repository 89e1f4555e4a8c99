import Foundation
import ServerHarness
import Testing
import WaitingTrait

@Suite("Independent HTTP clients", .waiting)
struct RealClientTests {
  private static let hasCurl = SystemShell.has("curl")
  private static let hasPython = PythonScript.runs("import http.client")

  @Test("curl gets the output documented in HTTPService's README", .enabled(if: hasCurl, "curl is not installed"))
  func readme() throws {
    let server = try ServerProcess(["--http", "0", "--http-token", "open-sesame-open"])
    let readme = try String(
      contentsOf: Repository.root.appendingPathComponent("Sources/HTTPService/README.md"), encoding: .utf8)
    let lines = readme.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var count = 0
    for (index, line) in lines.enumerated() where line.hasPrefix("$ curl ") {
      let command = line.dropFirst(2).replacingOccurrences(of: "localhost:7771", with: "localhost:\(server.httpPort)")
      let expected = lines[(index + 1)...].prefix { !$0.hasPrefix("$") && !$0.hasPrefix("```") }
      let result = try SystemShell.run(command, ["TOKEN": "open-sesame-open"])
      #expect(result.status == 0)
      #expect(result.output == Array(expected), "\(line)")
      count += 1
    }
    #expect(count >= 5)
  }

  @Test(
    "curl sends chunks, waits for 100 Continue, and reads a refusal", .enabled(if: hasCurl, "curl is not installed"))
  func curl() throws {
    let server = try ServerProcess(["--http", "0", "--http-token", "open-sesame-open"])
    let place = "http://127.0.0.1:\(server.httpPort)/scores"
    let score = #"{"id":265,"date":"2022-03-11","word":"watch","tries":["watch"]}"#
    func curl(_ arguments: String) throws -> [String] {
      try SystemShell.run("curl -sS -H 'X-Authorization: open-sesame-open' -w '%{http_code}\\n' \(arguments)").output
    }
    #expect(try curl("-H 'Transfer-Encoding: chunked' -d '\(score)' \(place)") == [score, "201"])
    #expect(try curl("-H 'Expect: 100-continue' -d '\(score)' \(place)").last == "409")
    #expect(try curl("--http1.0 \(place)/265") == [score, "200"])
    #expect(try curl("-I \(place)").last == "200")
    #expect(try curl("-o /dev/null \(place) -o /dev/null \(place)/262") == ["200", "200"])
    #expect(try curl("--path-as-is \(place)/../metrics").last == "400")
    #expect(try curl("-H 'Host: evil.example' \(place)").last == "421")
    let large = "head -c 2000000 /dev/zero | curl -sS -H 'Expect:' -w '%{http_code}\\n' --data-binary @- \(place)"
    #expect(try SystemShell.run(large).output.last == "413")
  }

  @Test("Python's http.client keeps one connection throughout", .enabled(if: hasPython, "Python is not installed"))
  func python() throws {
    let server = try ServerProcess(["--http", "0", "--http-token", "open-sesame-open"])
    let script = """
      import http.client, json
      connection = http.client.HTTPConnection("localhost", \(server.httpPort), timeout=\(Int(Patience.seconds)))
      socket = None
      def ask(method, path, body=None, headers={}, chunked=False):
          global socket
          connection.request(method, path, body=body, headers={"X-Authorization": "open-sesame-open", **headers}, encode_chunked=chunked)
          assert socket in (None, connection.sock), "another connection"
          socket = connection.sock
          answer = connection.getresponse()
          text = answer.read().decode()
          return answer.status, json.loads(text) if text else None
      score = {"id": 265, "date": "2022-03-11", "word": "año", "tries": ["año"]}
      assert ask("POST", "/scores", json.dumps(score)) == (201, score)
      assert ask("POST", "/scores", json.dumps(score)) == (409, {"error": "there is a score 265 already"})
      chunks = iter([b'{"id":266,"date":"2022-03-12",', b'"word":"b","tries":["b"]}'])
      assert ask("POST", "/scores", chunks, {"Transfer-Encoding": "chunked"}, True)[0] == 201
      assert [s["id"] for s in ask("GET", "/scores")[1]] == [266, 265, 264, 263, 262]
      assert ask("HEAD", "/scores") == (200, None)
      assert ask("DELETE", "/scores/265") == (200, score)
      assert ask("GET", "/scores/265") == (404, {"error": "there is no score 265"})
      assert ask("PUT", "/scores")[0] == 405
      assert len(ask("DELETE", "/scores")[1]) == 3
      assert ask("GET", "/health") == (200, {"status": "ok"})
      print("done")
      """
    let result = try PythonScript.run(script)
    #expect(result.output == ["done"], "\(result.errors.joined(separator: "\n"))")
  }
}
