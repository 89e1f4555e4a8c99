import Foundation
import Testing

/// The commands of a page for operators: its blocks of `sh`, section by section. What does not run says so in a comment
/// before it, with the reason.
struct OperatingPage {
  /// In the order in which an operator of one machine reads them.
  static let names = ["INSTALL.md", "RUNBOOK.md", "CLUSTER.md"]

  struct Block {
    let page: String
    let section: String
    /// The line of the page on which it begins.
    let line: Int
    /// The comment right before it, such as `not run: …` or `on one machine`.
    let mark: String?
    let commands: String

    /// A command that says where it stands.
    var announcement: String { "echo '== \(page):\(line)'" }

    /// Why it is not run; `nil` for one that is.
    var reasonNotToRun: String? {
      mark.flatMap { $0.hasPrefix("not run: ") ? String($0.dropFirst("not run: ".count)) : nil }
    }
  }

  let text: String
  let blocks: [Block]
  /// Fences that are no blocks of `sh` and have no mark that says why not.
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

  /// A script of all that is run, which says before each block where it stands.
  var script: String {
    blocks.filter { $0.reasonNotToRun == nil }.map { "\($0.announcement)\n\($0.commands)\n" }.joined()
  }
}
