import Foundation
import Testing

/// The commands of an operator's page: its `sh` blocks by section. A block that is not run has a comment before it with
/// the reason.
struct OperatingPage {
  /// In reading order for the operator of one machine.
  static let names = ["INSTALL.md", "RUNBOOK.md", "CLUSTER.md"]

  struct Block {
    let page: String
    let section: String
    /// The line of the page at which the block starts.
    let line: Int
    /// The comment directly before it, such as `not run: …` or `on one machine`.
    let mark: String?
    let commands: String

    /// A command that prints the block's position.
    var announcement: String { "echo '== \(page):\(line)'" }

    /// The reason why it is not run; `nil` if it is.
    var reasonNotToRun: String? {
      mark.flatMap { $0.hasPrefix("not run: ") ? String($0.dropFirst("not run: ".count)) : nil }
    }
  }

  let text: String
  let blocks: [Block]
  /// The lines of fences that are neither `sh` blocks nor marked with a reason.
  private(set) var unmarked: [Int] = []

  /// - Parameter name: one of `names`.
  init(_ name: String) throws {
    let file = Repository.root.appendingPathComponent("Sources/ParlorServer/" + name)
    text = try String(contentsOf: file, encoding: .utf8)
    let lines = text.components(separatedBy: "\n")
    var blocks: [Block] = []
    var (section, mark): (String, String?) = ("", nil)
    var index = 0
    while index < lines.count {
      let line = lines[index]
      if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
      if line.hasPrefix("```") {
        let end = lines[(index + 1)...].firstIndex(of: "```") ?? lines.count
        let block = Block(
          page: name, section: section, line: index + 1, mark: mark,
          commands: lines[(index + 1)..<end].joined(separator: "\n"))
        if line == "```sh" || block.reasonNotToRun != nil { blocks.append(block) } else { unmarked.append(index + 1) }
        index = end
      }
      mark = line.hasPrefix("<!-- ") && line.hasSuffix(" -->") ? String(line.dropFirst(5).dropLast(4)) : nil
      index += 1
    }
    self.blocks = blocks
  }

  /// A script of all blocks that are run, each after its position.
  var script: String {
    blocks.filter { $0.reasonNotToRun == nil }.map { "\($0.announcement)\n\($0.commands)\n" }.joined()
  }
}
