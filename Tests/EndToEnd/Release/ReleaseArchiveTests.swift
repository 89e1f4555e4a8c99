import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("The release archive", .waiting)
struct ReleaseArchiveTests {
  @Test(
    "Checksum and files are right, and the programs use the libraries of the archive",
    .enabled(if: Archive.file != nil, Archive.whyNot))
  func parts() throws {
    let archive = try Archive()
    let sums = try SystemShell.run("cd '\(archive.file.deletingLastPathComponent().path)' && sha256sum -c *.sha256")
    #expect(sums.status == 0, "\(sums.text)")

    let parts = [
      "README", "share/parlor/Web/index.html", "share/parlor/Wordle/answers.txt", "share/doc/parlor/LICENCE",
    ]
    for part in parts {
      #expect(FileManager.default.fileExists(atPath: archive.root + "/" + part), "\(part) is missing")
    }
    let version = try SystemShell.run("'\(archive.root)/bin/parlor-server' --version").output
    #expect(version.count == 1)
    #expect(version.first?.hasPrefix("parlor \(ParlorRelease.version) (") == true, "no commit: \(version)")

    let libraries = try SystemShell.run("ldd '\(archive.root)/bin/parlor-server'").output
    let sqlite = try #require(libraries.first { $0.contains("libsqlite3") })
    #expect(sqlite.contains("/bin/../lib/libsqlite3.so.0"), "\(sqlite)")
    #expect(!libraries.contains { $0.contains("libswift") })
  }

  @Test("Links of its pages are valid", .enabled(if: Archive.file != nil, Archive.whyNot))
  func links() throws {
    let archive = try Archive()
    let folder = URL(fileURLWithPath: archive.root + "/share/doc/parlor")
    let pages = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".md") && !$0.hasPrefix("notices/") }
    let others = ["REFERENCE.md", "PROTOCOL.md", "PROMISES.md", "METRICS.md", "Reference/README.md"]
    let wanted = OperatingPage.names + others
    #expect(Set(pages).isSuperset(of: wanted))
    for page in pages {
      let text = try String(contentsOf: folder.appendingPathComponent(page), encoding: .utf8)
      for link in text.matches(of: #/\]\(([^)#: ]+)(#[^)]*)?\)/#).map({ String($0.output.1) }) {
        let target = folder.appendingPathComponent(page).deletingLastPathComponent().appendingPathComponent(link)
        let isThere = FileManager.default.fileExists(atPath: target.standardized.path)
        #expect(isThere, "\(page) leads to \(link)")
      }
    }
  }

  @Test(
    "Two archives of the same programs are equal in every byte", .enabled(if: Archive.file != nil, Archive.whyNot),
    .enabled(if: SystemShell.has("strip") && SystemShell.has("objdump"), "there are no binutils"))
  func isReproducible() throws {
    let programs = Repository.root.appendingPathComponent(".build/release").path
    let folder = try TemporaryFolder()
    var sums: [String] = []
    for out in ["first", "second"] {
      let made = try SystemShell.run(
        "'\(Archive.maker)' --programs '\(programs)' --out '\(folder.path)/\(out)' && cat '\(folder.path)/\(out)'/*.sha256",
        within: Patience.seconds)
      #expect(made.status == 0, "\(made.text)")
      sums.append(made.output.last ?? "")
    }
    #expect(sums[0] == sums[1])
  }

  @Test(
    "mandoc accepts the manual page of each program",
    .enabled(if: Archive.file != nil, Archive.whyNot),
    .enabled(if: SystemShell.has("mandoc"), "mandoc is not installed"))
  func manual() throws {
    let archive = try Archive()
    for page in ["man8/parlor-server.8", "man1/parlor.1", "man1/parlor-bots.1"] {
      let lint = try SystemShell.run("mandoc -Tlint -W warning '\(archive.root)/share/man/\(page)'")
      #expect(lint.status == 0, "\(lint.text)")
    }
    let drawn = try SystemShell.run("mandoc -Tutf8 '\(archive.root)/share/man/man8/parlor-server.8' | col -bx").output
    #expect(drawn.contains { $0.contains("--durability process|power") })
    #expect(drawn.contains("THE CONSOLE") && drawn.contains { $0.contains("unban NAME|ADDRESS") })
  }

  @Test(
    "systemd accepts the units, and rates their sandboxing as required",
    .enabled(if: Archive.file != nil, Archive.whyNot),
    .enabled(if: SystemShell.has("systemd-analyze"), "systemd-analyze is not installed"))
  func units() throws {
    let archive = try Archive()
    // systemd-analyze looks for the programs at the units' paths.
    let verified = try SystemShell.run(
      """
      cd '\(archive.root)/etc' && mkdir units && cp *.service *.socket *.timer units/
      sed -i 's|/opt/parlor/|\(archive.root)/|' units/*
      systemd-analyze verify --man=no units/*
      """)
    #expect(verified.status == 0 && verified.text.isEmpty, "\(verified.text)")
    for (unit, most) in [("parlor", 13), ("parlor-backup", 10)] {
      let score = try SystemShell.run(
        "systemd-analyze security --offline=true --threshold=\(most) '\(archive.root)/etc/\(unit).service'")
      #expect(score.status == 0, "\(score.output.last ?? score.text)")
    }
  }
}
