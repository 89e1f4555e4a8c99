import Foundation
import ServerHarness
import Testing

@Suite("The order of archive versions")
struct ArchiveOrderTests {
  @Test("The pages' commands choose 0.1.10 over 0.1.9 as the newest archive")
  func newest() throws {
    let text = try OperatingPage.names.map { try OperatingPage($0).text }.joined()
    let commands = text.split(separator: "\n").filter { $0.hasPrefix("ARCHIVE=$(ls") }
    #expect(commands.count == 2)
    let folder = try TemporaryFolder()
    for version in ["0.1.9", "0.1.10", "0.1.2"] {
      try Data().write(to: URL(fileURLWithPath: "\(folder.path)/parlor-\(version)-linux-x86_64.tar.gz"))
    }
    for command in commands {
      let ending = try SystemShell.run("cd '\(folder.path)' && \(command) && echo \"$ARCHIVE\"")
      #expect(ending.output == ["parlor-0.1.10-linux-x86_64.tar.gz"])
    }
  }
}
