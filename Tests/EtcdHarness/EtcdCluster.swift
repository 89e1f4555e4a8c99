import Callbacks
package import Cluster
import Dispatch
import Foundation
import ServerHarness

/// One etcd member or three in one cluster, on free ports, healthy.
package final class EtcdCluster {
  package let members: [EtcdProcess]

  /// Starts the members and waits until each of them is healthy.
  ///
  /// - Parameter haveOwnDisks: whether each member's data is on its own disk.
  package init(_ count: Int = 1, _ extra: [String] = [], haveOwnDisks: Bool = false) throws {
    let ports = try FreePorts.take(2 * count)
    let peers = (0..<count).map { (name: "m\($0)", port: ports[count + $0]) }
    members = try (0..<count).map {
      try EtcdProcess(
        name: peers[$0].name, port: ports[$0], peers: peers, extra: extra, hasOwnDisk: haveOwnDisks)
    }
    for member in members { try waitUntilHealthy(member) }
  }

  package var endpoints: [EtcdEndpoint] { members.map(\.endpoint) }

  /// A client of all members, preferring the first. Its timeout is long, since a busy machine is no failure; tests with
  /// members that do not answer use a shorter one.
  package func client(credentials: EtcdCredentials? = nil, requestTimeout: Duration = .seconds(20)) -> EtcdClient {
    EtcdClient(endpoints: endpoints, credentials: credentials, requestTimeout: requestTimeout)
  }

  /// Waits until a member answers a query that needs the other members.
  package func waitUntilHealthy(_ member: EtcdProcess) throws {
    let client = EtcdClient(endpoints: [member.endpoint], requestTimeout: .milliseconds(500))
    defer { client.close() }
    let end = DispatchTime.now() + .milliseconds(Int(Patience.seconds * 1000))
    while DispatchTime.now() < end {
      switch awaitResult({ client.get("parlor/health", completion: $0) }) {
      case .success: return
      // If users are enabled, a refusal shows that it is healthy, too.
      case .failure(let failure) where failure.reason == .denied: return
      case .failure(let failure) where failure.reason == .unreachable:
        // It is not listening yet, and connections fail at once.
        Thread.sleep(forTimeInterval: 0.02)
      case .failure: break
      }
    }
    throw EtcdProcess.Failure(description: "etcd at \(member.endpoint) does not answer: \(member.lastWords)")
  }

  /// The index of the leader.
  package func leader() throws -> Int {
    let statuses = members.map { member in
      let client = EtcdClient(endpoints: [member.endpoint], requestTimeout: .seconds(20))
      defer { client.close() }
      return try? awaitResult { client.status(completion: $0) }.get()
    }
    guard let leader = statuses.compactMap({ $0?.leader }).first,
      let place = statuses.firstIndex(where: { $0?.member == leader })
    else { throw EtcdProcess.Failure(description: "no member leads") }
    return place
  }
}
