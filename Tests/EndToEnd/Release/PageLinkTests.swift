import Foundation
import Testing

@Suite("Links of the pages")
struct PageLinkTests {
  private static let pages =
    ["README.md", "Sources/README.md", "Sources/Cluster/README.md", "Tests/README.md"]
    + protocolPages
    + (OperatingPage.names + ["REFERENCE.md"]).map { "Sources/ParlorServer/" + $0 }

  private static let protocolPages = ((try? Repository.pages(under: "Protocol")) ?? []).map {
    String($0.path.trimmingPrefix(Repository.root.path + "/"))
  }

  /// The lines of a page outside of code blocks.
  private static func prose(of page: URL) throws -> [Substring] {
    var isCode = false
    return try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter { line in
      defer { if line.hasPrefix("```") { isCode.toggle() } }
      return !isCode && !line.hasPrefix("```")
    }
  }

  /// The anchors that GitHub makes for a page's headings.
  private static func anchors(of page: URL) throws -> Set<String> {
    Set(
      try prose(of: page).filter { $0.hasPrefix("#") }.map { line in
        line.drop { $0 == "#" || $0 == " " }.lowercased()
          .filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.replacing(" ", with: "-")
      })
  }

  @Test("Every link leads to an existing file and heading", arguments: pages)
  func links(_ name: String) throws {
    let page = Repository.root.appendingPathComponent(name)
    let text = try Self.prose(of: page).joined(separator: "\n").replacing(#/`[^`\n]*`/#, with: "")
    let links = text.matches(of: #/\]\(([^)#: ]*)(?:#([^)]*))?\)/#)
    for link in links {
      let path = String(link.output.1)
      let target = path.isEmpty ? page : page.deletingLastPathComponent().appendingPathComponent(path).standardized
      #expect(FileManager.default.fileExists(atPath: target.path), "\(name) leads to \(path)")
      guard let anchor = link.output.2, target.pathExtension == "md" else { continue }
      #expect(try Self.anchors(of: target).contains(String(anchor)), "\(name) leads to \(path)#\(anchor)")
    }
  }
}
