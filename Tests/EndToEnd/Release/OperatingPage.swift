import Foundation
import Testing

/// The commands of OPERATING.md: its blocks of `sh`, section by section. What does not run says so in a comment before it,
/// with the reason.
struct OperatingPage {
  struct Block {
    let section: String
    /// The line of the page on which it begins.
    let line: Int
    /// The comment right before it, such as `not run: …` or `on one machine`.
    let mark: String?
    let commands: String

    /// Why it is not run; `nil` for one that is.
    var reasonNotToRun: String? {
      mark.flatMap { $0.hasPrefix("not run: ") ? String($0.dropFirst("not run: ".count)) : nil }
    }
  }

  let blocks: [Block]
  /// Fences that are no blocks of `sh` and have no mark that says why not.
  private(set) var unmarked: [Int] = []

  init() throws {
    let file = Repository.root.appendingPathComponent("Sources/ParlorServer/OPERATING.md")
    let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    var blocks: [Block] = []
    var (section, mark): (String, String?) = ("", nil)
    var index = 0
    while index < lines.count {
      let line = lines[index]
      if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
      if line.hasPrefix("```") {
        let end = lines[(index + 1)...].firstIndex(of: "```") ?? lines.count
        let block = Block(
          section: section, line: index + 1, mark: mark, commands: lines[(index + 1)..<end].joined(separator: "\n"))
        if line == "```sh" || block.reasonNotToRun != nil { blocks.append(block) } else { unmarked.append(index + 1) }
        index = end
      }
      mark = line.hasPrefix("<!-- ") && line.hasSuffix(" -->") ? String(line.dropFirst(5).dropLast(4)) : nil
      index += 1
    }
    self.blocks = blocks
  }

  /// A script of all that is run of some sections, which says before each block where it stands.
  func script(_ isWanted: (Block) -> Bool) -> String {
    blocks.filter { isWanted($0) && $0.reasonNotToRun == nil }
      .map { "echo '== OPERATING.md:\($0.line)'\n\($0.commands)\n" }.joined()
  }
}
