import Foundation
import ServerHarness
import Testing
import WaitingTrait

@Suite("The bridge to chat services", .waiting)
struct BridgeTests {
  private static let hasPython = PythonScript.runs("import ssl, fcntl, resource")

  /// The Python tests run their own services on the loopback, and ngircd and inspircd where these are installed.
  @Test(
    "The bridge loses no result over kills, posts only players who opted in, and keeps to rate limits",
    .enabled(if: hasPython, "python3 is not installed"))
  func python() throws {
    let folder = Repository.root.appendingPathComponent("Clients/Bridge/tests")
    var environment = ProcessInfo.processInfo.environment.filter { !$0.key.lowercased().hasSuffix("_proxy") }
    environment["PARLOR_SERVER"] = ServerProcess.path(of: "parlor-server")
    let tests = try ChildProcess(
      "/usr/bin/env", ["python3", "-B", "-m", "unittest", "discover", "-s", folder.path], environment: environment)
    let said = LineReader(descriptor: tests.errors).rest(within: 900)
    #expect(tests.wait() == 0, "\(said.lines.joined(separator: "\n"))")
    let ran = said.lines.last { $0.hasPrefix("Ran ") }?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    #expect(try #require(ran) > 50)
  }
}
