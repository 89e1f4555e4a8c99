internal import Dispatch
internal import Synchronization

/// The members of etcd, the preferred ones first, and which of them have failed.
///
/// A failed member is tried after all others until a probe finds it healthy, so that no request waits for one that is
/// stopped or has lost the others.
final class EtcdMembers: Sendable {
  private struct ClusterMember {
    let endpoint: EtcdEndpoint
    /// The sequence number of its failure; `nil` if its last request was answered.
    var failureNumber: Int?
    var isProbed = false
  }

  private struct State {
    var members: [ClusterMember]
    var failures = 0
    var isClosed = false
  }

  private let state: Mutex<State>
  private let timeout: Duration
  private let probes = DispatchQueue(label: "parlor.etcd.probes")
  private let probeInterrupt = EtcdInterrupt()

  init(_ endpoints: [EtcdEndpoint], timeout: Duration) {
    state = Mutex(State(members: endpoints.map { ClusterMember(endpoint: $0) }))
    self.timeout = timeout
  }

  /// In the order of use: working members as given, then failed ones, the longest ago first.
  func inOrder() -> [EtcdEndpoint] {
    state.withLock { state in
      let working = state.members.filter { $0.failureNumber == nil }
      let failed = state.members.filter { $0.failureNumber != nil }.sorted {
        $0.failureNumber ?? 0 < $1.failureNumber ?? 0
      }
      return (working + failed).map(\.endpoint)
    }
  }

  /// Whether another member takes precedence over this one.
  func isSuperseded(_ endpoint: EtcdEndpoint) -> Bool {
    state.withLock { state in
      guard state.members.count > 1 else { return false }
      return state.members.first { $0.failureNumber == nil }.map { $0.endpoint != endpoint } ?? false
    }
  }

  /// Whether this one has failed and another works.
  func isReplaceable(_ endpoint: EtcdEndpoint) -> Bool {
    state.withLock { state in
      state.members.contains { $0.endpoint == endpoint && $0.failureNumber != nil }
        && state.members.contains { $0.failureNumber == nil }
    }
  }

  func markWorking(_ endpoint: EtcdEndpoint) { change(endpoint) { $0.failureNumber = nil } }

  /// Records that it did not answer, or answered that it is unavailable.
  func markFailed(_ endpoint: EtcdEndpoint) {
    let isNew = state.withLock { state in
      state.failures += 1
      // A single member is always used.
      guard state.members.count > 1, let index = state.members.firstIndex(where: { $0.endpoint == endpoint }) else {
        return false
      }
      state.members[index].failureNumber = state.failures
      defer { state.members[index].isProbed = true }
      return !state.members[index].isProbed
    }
    if isNew { probeLater(endpoint) }
  }

  func close() {
    state.withLock { $0.isClosed = true }
    probeInterrupt.set()
  }

  private func change(_ endpoint: EtcdEndpoint, _ body: (inout ClusterMember) -> Void) {
    state.withLock { state in
      guard let index = state.members.firstIndex(where: { $0.endpoint == endpoint }) else { return }
      body(&state.members[index])
    }
  }

  private func probeLater(_ endpoint: EtcdEndpoint) {
    probes.asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in self?.probe(endpoint) }
  }

  private func probe(_ endpoint: EtcdEndpoint) {
    guard !state.withLock({ $0.isClosed }) else { return }
    if isHealthy(endpoint) {
      change(endpoint) { member in
        member.failureNumber = nil
        member.isProbed = false
      }
    } else {
      probeLater(endpoint)
    }
  }

  /// Whether it answers a request that needs a majority. A demand for authentication counts as an answer.
  private func isHealthy(_ endpoint: EtcdEndpoint) -> Bool {
    let deadline = Deadline(after: timeout)
    guard let connection = try? EtcdConnection(to: endpoint, until: deadline, interrupt: probeInterrupt),
      (try? connection.send(EtcdCall.get("health").request, token: nil, until: deadline)) != nil,
      let answer = try? connection.answer(until: deadline)
    else { return false }
    switch answer {
    case .message: return true
    case .fault(let fault): return fault.needsToken
    case .foreign: return false
    }
  }
}
