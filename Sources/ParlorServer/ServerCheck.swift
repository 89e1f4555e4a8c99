import CSystem
import Catalogue
import Cluster
import GameKit
import LineServer
import ParlorCore
import Storage
import WordSearch

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `parlor-server --check`: lists all reasons why a start with the same flags and variables would fail, and warnings.
/// It starts and changes nothing, and works while a server uses the same data.
///
/// Exit status: 0 if a start would work, 65 (`EX_DATAERR`) if it would fail because of the data, otherwise 64
/// (`EX_USAGE`). Never 78, which prevents systemd from restarting.
struct ServerCheck {
  private(set) var faults: [String]
  private(set) var warnings: [String] = []
  private(set) var notes: [String] = []
  private var isDataFault = false
  private let options: ServerOptions

  /// - Parameter parsed: faults already found in flags and variables.
  init(_ options: ServerOptions, parsed: [String], unknownVariables: [String], adding more: MoreGames) {
    self.options = options
    faults = parsed
    warnings = unknownVariables
    checkZone()
    checkGames(more)
    checkAddresses()
    checkFiles()
    checkDescriptors()
    checkData()
    checkCluster()
    if geteuid() == 0 {
      warnings.append(
        "as root, permissions were not checked: check as the server's user, "
          + "runuser -u parlor -- parlor-server --check …")
    }
  }

  /// Prints the result.
  ///
  /// - Returns: the exit status.
  func report() -> Int32 {
    for warning in warnings { ServerLog.message("check_warns", "warning: \(warning)", to: 2) }
    for fault in faults { ServerLog.message("check_fails", "parlor-server: \(fault)", to: 2) }
    for note in notes { ServerLog.message("check_notes", note) }
    guard faults.isEmpty else { return isDataFault ? 65 : 64 }
    ServerLog.message("check_passes", "a start would work")
    return 0
  }

  // MARK: - Checks

  private mutating func checkZone() {
    if ZoneCalendar(zone: options.zone) == nil {
      faults.append("--zone: the system has no time zone \"\(options.zone)\"")
    }
  }

  private mutating func checkGames(_ more: MoreGames) {
    var challenges: [WordSearch.Challenge] = []
    for file in options.challengeFiles {
      guard Self.isFile(file), let bytes = FileContents.read(file) else {
        faults.append("--challenges: cannot read \(file)")
        continue
      }
      let (sound, bad) = ChallengeFile.read(bytes)
      warnings += bad.map { "\(file):\($0.line): would be skipped: \($0.reason)" }
      if sound.isEmpty { warnings.append("\(file): it contains no valid challenge") }
      challenges += sound
    }
    for name in options.houseBots {
      if let fault = Parlor.fault(ofHouseBot: name, options.limits) { faults.append("--house-bots: \(fault)") }
    }
    let resources = ResourceFolder(option: options.resources)
    do {
      let games = try Catalogue.games(challenges: challenges, resources.read) + more(resources.read)
      let hosted = try HostedGames(games, options) { _ in }
      if let complaint = HostedGames.nameConflict(in: games) { faults.append(complaint) }
      faults += hosted.missing.map(\.why)
      _ = try ParlorServer.dailySettings(options, hosted)
    } catch let error as HostedGames.Failure {
      faults.append(error.message)
    } catch let error as ServerOptions.UsageError {
      faults.append(error.message)
    } catch {
      faults.append("\(error)")
    }
    if options.httpPort != nil, resources.webFiles().isEmpty {
      warnings.append("the browser client was not found, so HTTP serves no page: --resources sets its folder")
    }
  }

  private mutating func checkAddresses() {
    var places = [("--host", options.host, options.port)]
    if let port = options.httpPort { places.append(("--http-host", options.httpHost, port)) }
    if let cluster = options.cluster { places.append(("--link", cluster.linkHost, cluster.linkPort)) }
    for (index, place) in places.enumerated() {
      let code = csystem_may_bind(place.1)
      if code == CSYSTEM_UNKNOWN_HOST {
        faults.append("\(place.0) \(place.1): the name has no address")
      } else if code < 0 {
        faults.append(
          "\(place.0) \(place.1): this machine does not have the address (\(String(cString: strerror(-code))))")
      }
      if let other = places[..<index].first(where: { $0.2 == place.2 && $0.1 == place.1 && $0.2 != 0 }) {
        faults.append("\(other.0) and \(place.0) both want port \(place.2) of \(place.1)")
      }
    }
    guard let path = options.adminSocketPath, path.utf8.count > LocalSocketConfiguration.mostPathBytes else { return }
    let sentence =
      "no console: the path of its socket may have at most \(LocalSocketConfiguration.mostPathBytes) bytes, and "
      + "\(path) is longer"
    if options.adminSocket == nil { warnings.append(sentence) } else { faults.append("--admin-socket: \(sentence)") }
  }

  private mutating func checkFiles() {
    if let socket = options.adminSocket, socket != "none", let why = Self.whyNot(Self.folder(of: socket), W_OK | X_OK) {
      faults.append("--admin-socket: \(socket) cannot be made: \(why)")
    }
    if let file = options.logFile {
      let place = access(file, F_OK) == 0 ? file : Self.folder(of: file)
      if let why = Self.whyNot(place, place == file ? W_OK : W_OK | X_OK) {
        faults.append("--log-file: \(file) cannot be opened: \(why)")
      } else if place == file, let why = ServerLog.logFileFault(file) {
        faults.append("--log-file: \(why)")
      }
    }
    if options.data != ":memory:", options.httpToken == nil {
      let path = options.data + "/http-token"
      if Self.isFile(path), let bytes = FileContents.read(path) {
        let kept = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
        if !ScoresToken.isToken(kept) {
          faults.append("\(path) does not contain a token: remove the file to generate a new one")
        }
      } else if access(path, F_OK) == 0 {
        faults.append("\(path) cannot be read")
      }
    }
  }

  private mutating func checkDescriptors() {
    let most = DescriptorLimit.raise()
    if most < ParlorServer.fewestDescriptors {
      faults.append(
        "only \(most) files may be open at once, and the server needs \(ParlorServer.fewestDescriptors): see ulimit -n")
    }
  }

  private mutating func checkData() {
    guard options.data != ":memory:" else { return }
    if Self.isOfOthers(options.data) {
      warnings.append(
        "\(options.data) contains other files: is it the right folder?")
    }
    let folder = FolderCheck(options.data, isClusterNode: options.cluster != nil || options.leavesCluster)
    faults += folder.faults
    warnings += folder.warnings
    isDataFault = !folder.faults.isEmpty
    if let user = folder.user { notes.append("a server (process \(user)) runs on \(options.data) now") }
  }

  private mutating func checkCluster() {
    guard let cluster = options.cluster, !cluster.endpoints.isEmpty else { return }
    if let file = cluster.passwordFile {
      guard Self.isFile(file), FileContents.read(file) != nil else {
        return faults.append("--cluster-password-file: \(file) cannot be read")
      }
    }
    do {
      let engine = EtcdClient(endpoints: cluster.endpoints, credentials: try ClusterStart.credentials(cluster))
      guard let found = try engine.value(of: ClusterIdentity.key) else {
        return notes.append("there is no cluster in this etcd: this node would found one with its data")
      }
      guard let identity = ClusterIdentity(found.value) else {
        return faults.append("etcd's value of \(ClusterIdentity.key) is not a cluster of Parlor")
      }
      if identity.zone != options.zone {
        warnings.append(
          "this node's zone is \(options.zone) and the cluster's \(identity.zone): it would follow and never take over")
      }
      if identity.layout > SQLiteStorage.layout {
        warnings.append("an owner ran a newer version: this node would follow and not take over")
      }
    } catch let failure as EngineFailure {
      warnings.append("a start would wait for etcd: \(failure.sentence)")
    } catch {
      faults.append((error as? StorageFailure)?.message ?? "\(error)")
    }
  }

  // MARK: - Files

  /// Opening anything but a regular file may block a reader for ever.
  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether a folder has files, but none of Parlor's.
  private static func isOfOthers(_ path: String) -> Bool {
    guard access("\(path)/parlor.lock", F_OK) != 0, let folder = opendir(path) else { return false }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      let isKnown = [".", "..", "lost+found", "http-token", "admin.sock"].contains(name) || name.hasSuffix(".sqlite")
      if !isKnown { return true }
    }
    return false
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func whyNot(_ path: String, _ wanted: Int32) -> String? {
    faccessat(AT_FDCWD, path, wanted, AT_EACCESS) == 0 ? nil : String(cString: strerror(errno))
  }
}
