import Cluster

/// The options of a node of a cluster.
struct ClusterOptions: Sendable {
  /// The members of etcd, this machine's first.
  var endpoints: [EtcdEndpoint] = []
  /// The node's name, unique in its cluster and stable across restarts.
  var node = ""
  /// The address of the link listener.
  var linkHost = "127.0.0.1"
  var linkPort: UInt16 = 7772
  /// The address at which other nodes reach this one; `nil` for the listener's.
  var advertised: String?
  var user: String?
  /// A file whose first line is the user's password.
  var passwordFile: String?
  /// Whether this node may take over once more, whatever happened to earlier owners.
  var takesOver = false

  var advertisedHost: String { advertised ?? linkHost }

  /// - Throws: a sentence if flags contradict each other.
  func check() throws(ServerOptions.UsageError) {
    guard !endpoints.isEmpty else {
      throw ServerOptions.UsageError(
        message: "--node and related flags need --cluster with this machine's etcd")
    }
    guard !node.isEmpty else {
      throw ServerOptions.UsageError(message: "--cluster needs --node: this node's name, the same at every start")
    }
    guard (user == nil) == (passwordFile == nil) else {
      throw ServerOptions.UsageError(message: "--cluster-user and --cluster-password-file go together")
    }
  }
}

extension ServerOptions {
  static let clusterFlags: [Flag] = [
    Flag(
      name: "cluster", value: "URL,URL", summary: "be a node of a cluster, whose log this machine's etcd has",
      isList: true
    ) { options, value throws(UsageError) in
      for text in value.split(separator: ",", omittingEmptySubsequences: false) {
        guard !text.contains("@") else {
          throw UsageError(
            message: "--cluster: an etcd is given as http://HOST:PORT, without a user and a password: "
              + "--cluster-user and --cluster-password-file are for those")
        }
        do {
          let endpoint = try EtcdEndpoint(String(text))
          options.edit { $0.endpoints.append(endpoint) }
        } catch {
          throw UsageError(message: "--cluster: \(error)")
        }
      }
    },
    Flag(name: "node", value: "NAME", summary: "this node's name in its cluster, the same at each start") {
      options, value throws(UsageError) in
      let isPlain = value.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
      }
      guard (1...32).contains(value.utf8.count), isPlain else {
        throw UsageError(message: "--node takes 1 to 32 of a to z, 0 to 9 and -, not \"\(value)\"")
      }
      options.edit { $0.node = value }
    },
    Flag(
      name: "link", value: "ADDRESS:PORT", summary: "other nodes reach this one there (default 127.0.0.1:7772)"
    ) { options, value throws(UsageError) in
      guard let colon = value.lastIndex(of: ":"), let port = UInt16(value[value.index(after: colon)...]) else {
        throw UsageError(message: "--link takes an address and a port, such as 10.0.0.2:7772, not \"\(value)\"")
      }
      options.edit {
        $0.linkHost = String(value[..<colon])
        $0.linkPort = port
      }
    },
    Flag(
      name: "link-name", value: "ADDRESS", summary: "what other nodes call this one's address, where it is another one"
    ) { options, value in options.edit { $0.advertised = value } },
    Flag(name: "cluster-user", value: "NAME", summary: "etcd's user for this cluster, where etcd has users") {
      options, value in options.edit { $0.user = value }
    },
    Flag(name: "cluster-password-file", value: "FILE", summary: "a file whose first line is that user's password") {
      options, value in options.edit { $0.passwordFile = value }
    },
    Flag(
      name: "take-over", value: "", summary: "begin though two owners have died at this place of the log",
      alone: "yes"
    ) { options, value throws(UsageError) in
      let isAllowed = try yesOrNo(value, of: "--take-over")
      options.edit { $0.takesOver = isAllowed }
    },
    Flag(
      name: "leave-cluster", value: "", summary: "take the data folder out of its cluster, for good",
      alone: "yes"
    ) { options, value throws(UsageError) in options.leavesCluster = try yesOrNo(value, of: "--leave-cluster") },
  ]

  /// - Throws: a sentence if the cluster's flags contradict each other or other flags.
  func checkCluster() throws(UsageError) {
    guard let cluster else { return }
    guard !leavesCluster else {
      throw UsageError(
        message: "--leave-cluster takes the folder out of its cluster and starts it alone: leave out --cluster and "
          + "what goes with it, in the environment too (PARLOR_CLUSTER, PARLOR_NODE)")
    }
    try cluster.check()
    guard data != ":memory:" else {
      throw UsageError(message: "--cluster needs --data: a folder for this node's copy, which :memory: is not")
    }
  }

  private mutating func edit(_ body: (inout ClusterOptions) -> Void) {
    var changed = cluster ?? ClusterOptions()
    body(&changed)
    cluster = changed
  }
}
