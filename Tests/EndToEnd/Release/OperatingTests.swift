import Foundation
import ServerHarness
import Testing
import WaitingTrait

/// Runs the commands of the operators' pages. `PARLOR_CLEAN_ROOT` may name the root of a minimal system to run them on;
/// otherwise they run on this machine's files below a temporary overlay.
@Suite("The operators' pages", .waiting, .enabled(if: Archive.file != nil, Archive.whyNot))
struct OperatingTests {
  private static let folder = Repository.root.appendingPathComponent("Tests/Operating").path
  private static let cleanRoot = ProcessInfo.processInfo.environment["PARLOR_CLEAN_ROOT"] ?? "/"
  private static let machine = "unshare -m -n -p -f --kill-child --mount-proc --propagation private"
  /// Whether a test machine can be made: needs root, overlayfs and the programs that the page expects.
  private static let isPossible =
    PublicPlace.isPossible && SystemShell.has("setpriv") && SystemShell.has("ip")
    && (try? SystemShell.run(
      """
      \(machine) bash -c 'd=$(mktemp -d) && mount -t tmpfs tmpfs $d && mkdir $d/a $d/b $d/c &&
        mount -t overlay overlay -o lowerdir=/,upperdir=$d/a,workdir=$d/b $d/c'
      """))?.status == 0

  /// - Parameter maker: a program of Tests/Operating that makes the machine or machines.
  private func run(
    _ script: String, by maker: String = "sandbox", within seconds: Double = 300
  ) throws -> ChildProcess.Ending {
    let folder = try TemporaryFolder()
    try Data(script.utf8).write(to: URL(fileURLWithPath: folder.path + "/script"))
    let archive = try #require(Archive.file).path
    return try SystemShell.run(
      "\(Self.machine) '\(Self.folder)/\(maker)' '\(Self.cleanRoot)' '\(Self.folder)/tools' '\(folder.path)/script' "
        + "'\(archive)' '\(archive).sha256' 2>&1", within: seconds)
  }

  @Test("Every block is run, or has a reason why not")
  func marks() throws {
    let pages = try OperatingPage.names.map { try OperatingPage($0) }
    for (name, page) in zip(OperatingPage.names, pages) {
      #expect(page.unmarked.isEmpty, "blocks in these lines of \(name) are neither sh nor marked")
      #expect(page.blocks.count >= 8, "\(name)")
    }
    #expect(pages.flatMap(\.blocks).count { $0.reasonNotToRun != nil } <= 4)
  }

  @Test(
    "The commands for one machine work as documented",
    .enabled(
      if: isPossible, "no machine can be made up here: root, overlayfs, haproxy, openssl, setpriv and ip are needed"))
  func oneMachine() throws {
    let script = try ["INSTALL.md", "RUNBOOK.md"].map { try OperatingPage($0).script }.joined()
    let ending = try run(script + "\necho all done\n")
    #expect(
      ending.status == 0 && ending.output.last == "all done",
      "\(ending.output.suffix(30).joined(separator: "\n"))")
    #expect(ending.output.contains { $0.hasPrefix(#"{"type":"hello""#) })
  }

  @Test(
    "The commands make a cluster of three machines, with etcd over TLS and a proxy",
    .enabled(
      if: isPossible, "no machine can be made up here: root, overlayfs, haproxy, openssl, setpriv and ip are needed"),
    .enabled(if: SystemShell.has("etcd") && SystemShell.has("etcdctl"), "etcd is not installed"))
  func threeMachines() throws {
    let install = try OperatingPage("INSTALL.md").blocks.filter {
      $0.section.hasPrefix("One machine") && $0.mark != "on one machine"
    }
    let wanted = (install + (try OperatingPage("CLUSTER.md").blocks)).filter { $0.reasonNotToRun == nil }
    var script = ""
    for (number, block) in wanted.enumerated() {
      // `NODE` and `ADDRESS` are already set on each machine.
      let commands = block.commands == "NODE=a ADDRESS=10.0.0.1" ? "" : block.commands
      let isForFirst = ["on the first machine", "where the proxy is"].contains(block.mark)
      script += """
        together \(number)
        \(block.announcement)
        \(isForFirst ? "if [ $NODE = a ]; then" : "")
        \(commands)
        \(isForFirst ? "fi" : "")

        """
    }
    let ending = try run(script + "together last\necho all done\n", by: "machines")
    #expect(
      ending.status == 0 && ending.output.count { $0.hasSuffix(": all done") } == 3,
      "\(ending.output.suffix(60).joined(separator: "\n"))")
    for node in ["a", "b", "c"] {
      #expect(ending.output.contains { $0.hasPrefix("\(node): ") && $0.contains(" owns, term ") })
    }
    #expect(ending.output.contains { $0.contains("at parlor.example.org:7779") })
  }

  @Test(
    "The Containerfile's steps give a working server",
    .enabled(
      if: isPossible, "no machine can be made up here: root, overlayfs, haproxy, openssl, setpriv and ip are needed"))
  func container() throws {
    let file = Repository.root.appendingPathComponent("Sources/ParlorServer/Release/Containerfile")
    let text = try String(contentsOf: file, encoding: .utf8).replacingOccurrences(of: "\\\n", with: "")
    var script = "ARCHIVE=$(ls *.tar.gz)\n"
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2, let instruction = words.first, words[0] != "#" else { continue }
      switch instruction {
      case "FROM", "ARG", "VOLUME", "EXPOSE", "STOPSIGNAL": break
      case "ADD": script += "tar -xzf $ARCHIVE -C \(words[1].split(separator: " ")[1])\n"
      case "RUN": script += words[1] + "\n"
      case "ENV": script += "export \(words[1])\n"
      case "USER": script += "USER=\(words[1])\n"
      case "ENTRYPOINT":
        let program = words[1].trimmingCharacters(in: CharacterSet(charactersIn: "[]\""))
        script += "setpriv --reuid=$USER --regid=$USER --clear-groups \(program) &\n"
      default: Issue.record("the test does not know \(instruction)")
      }
    }
    script += """
      SERVER=$!
      until echo /quit | parlor --plain 10.0.0.1 2> /dev/null; do kill -0 $SERVER; done
      kill $SERVER
      wait $SERVER
      echo all done

      """
    let ending = try run(script)
    #expect(
      ending.status == 0 && ending.output.last == "all done",
      "\(ending.output.suffix(30).joined(separator: "\n"))")
  }
}
