import ServerHarness
import Testing
import WaitingTrait

@Suite("Conflicting flags of a cluster", .waiting)
struct ClusterFlagTests {
  private static let node = ["--port", "0", "--cluster", "http://127.0.0.1:1", "--node", "a", "--link", "127.0.0.1:0"]

  @Test("--leave-cluster with --cluster is refused, also by environment variables")
  func leavingWithCluster() throws {
    for (arguments, environment) in [
      (Self.node + ["--data", "/nowhere", "--leave-cluster"], [:]),
      (["--port", "0", "--leave-cluster"], ["PARLOR_CLUSTER": "http://127.0.0.1:1", "PARLOR_NODE": "a"]),
    ] {
      let refused = try ServerProcess.run(arguments, environment: environment)
      #expect(refused.status == 64)
      #expect(refused.output == [])
      #expect(refused.errors.count == 1 && refused.errors.joined().contains("PARLOR_CLUSTER"), "\(refused.errors)")
    }
  }

  @Test("A node with data in memory is refused")
  func memory() throws {
    let refused = try ServerProcess.run(Self.node + ["--data", ":memory:"])
    #expect(refused.status == 64)
    #expect(refused.output == [])
    #expect(refused.errors.count == 1 && refused.errors.joined().contains(":memory:"), "\(refused.errors)")
  }
}
