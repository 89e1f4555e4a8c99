import Foundation
import Testing

@Suite("Which archive the page for operators takes")
struct ArchiveOrderTests {
  @Test("0.1.10 comes after 0.1.9, wherever the page takes the newest archive")
  func newest() throws {
    let page = try String(
      contentsOf: Repository.root.appendingPathComponent("Sources/ParlorServer/OPERATING.md"), encoding: .utf8)
    let commands = page.split(separator: "\n").filter { $0.hasPrefix("ARCHIVE=$(ls") }
    #expect(commands.count == 2)
    let folder = try TemporaryFolder()
    for version in ["0.1.9", "0.1.10", "0.1.2"] {
      try Data().write(to: URL(fileURLWithPath: "\(folder.path)/parlor-\(version)-linux-x86_64.tar.gz"))
    }
    for command in commands {
      let ending = try Shell.run("cd '\(folder.path)' && \(command) && echo \"$ARCHIVE\"")
      #expect(ending.output == ["parlor-0.1.10-linux-x86_64.tar.gz"])
    }
  }
}
