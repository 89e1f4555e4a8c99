internal import WireProtocol

/// What the server does with the files so that the first page is shown, and can be played, after few round trips.
extension WebPages {
  typealias File = (name: String, bytes: [UInt8])

  /// How index.html names the style sheet of what is painted first.
  private static let shell = #"<link rel="stylesheet" href="/web/shell.css">"#

  /// The files, with the style sheet of what is painted first inside the first page.
  static func withShell(_ files: [File]) -> [File] {
    guard let css = files.first(where: { $0.name == "shell.css" }) else { return files }
    let style = "<style>" + String(decoding: css.bytes, as: UTF8.self) + "</style>"
    return files.map { name, bytes in
      guard name == "index.html" else { return (name, bytes) }
      return (name, Array(String(decoding: bytes, as: UTF8.self).replacing(shell, with: style).utf8))
    }
  }

  /// The content security policy of a file: a style inside it is named by its hash, so that no other is applied.
  static func policy(of type: String, _ bytes: [UInt8]) -> String {
    guard type.hasPrefix("text/html") else { return policy }
    let html = String(decoding: bytes, as: UTF8.self)
    guard let start = html.firstRange(of: "<style>")?.upperBound,
      let end = html[start...].firstRange(of: "</style>")?.lowerBound
    else { return policy }
    let hash = Base64.text(of: SHA256.hash(Array(html[start..<end].utf8)).bytes)
    return policy.replacing("style-src 'self'", with: "style-src 'self' 'sha256-\(hash)'")
  }

  /// The files, with each script that the first page names in one file with all that it imports.
  static func bundled(_ files: [File]) -> [File] {
    guard let index = files.first(where: { $0.name == "index.html" }) else { return files }
    let sources = Dictionary(
      files.filter { $0.name.hasSuffix(".js") }.map { name, bytes in
        (String(name.dropLast(".js".count)), String(decoding: bytes, as: UTF8.self))
      }, uniquingKeysWith: { first, _ in first })
    var bundles: [ModuleBundle] = []
    for entry in String(decoding: index.bytes, as: UTF8.self).matches(of: /"\/web\/([a-z]+)\.js"/) {
      guard let bundle = ModuleBundle(String(entry.1), of: sources, after: bundles) else { return files }
      bundles.append(bundle)
    }
    return files.map { name, bytes in
      let module = String(name.prefix { $0 != "." })
      guard name.hasSuffix(".js"), let bundle = bundles.first(where: { $0.modules.contains(module) }) else {
        return (name, bytes)
      }
      return (name, Array((bundle.modules.last == module ? bundle.text : bundle.stub(of: module)).utf8))
    }
  }
}
