internal import WireProtocol

/// Preparation of the files, so that the first page is shown, and can be played, after few round trips.
extension WebPages {
  typealias File = (name: String, bytes: [UInt8])

  /// The files that are put into the first page: how index.html names each, the element that holds it instead, and the
  /// directive of the policy.
  private static let shell = [
    (file: "shell.css", link: #"<link rel="stylesheet" href="/web/shell.css">"#, tag: "style", directive: "style-src"),
    (file: "shell.js", link: #"<script src="/web/shell.js"></script>"#, tag: "script", directive: "script-src"),
  ]

  /// The files, with what is painted first inside the first page.
  static func withShell(_ files: [File]) -> [File] {
    files.map { name, bytes in
      guard name == "index.html" else { return (name, bytes) }
      var html = String(decoding: bytes, as: UTF8.self)
      for part in shell {
        guard let file = files.first(where: { $0.name == part.file }) else { continue }
        let content = String(decoding: file.bytes, as: UTF8.self)
        html = html.replacing(part.link, with: "<\(part.tag)>\(content)</\(part.tag)>")
      }
      return (name, Array(html.utf8))
    }
  }

  /// The content security policy of a file: a style and a script inside it are named by their hashes, so that no others
  /// are taken.
  static func policy(of type: String, _ bytes: [UInt8]) -> String {
    guard type.hasPrefix("text/html") else { return policy }
    let html = String(decoding: bytes, as: UTF8.self)
    return shell.reduce(policy) { policy, part in
      guard let start = html.firstRange(of: "<\(part.tag)>")?.upperBound,
        let end = html[start...].firstRange(of: "</\(part.tag)>")?.lowerBound
      else { return policy }
      let hash = Base64.text(of: SHA256.hash(Array(html[start..<end].utf8)).bytes)
      return policy.replacing("\(part.directive) 'self'", with: "\(part.directive) 'self' 'sha256-\(hash)'")
    }
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
    let bundled = Set(bundles.flatMap(\.modules))
    let others = sources.filter { !bundled.contains($0.key) }.values
    return files.compactMap { name, bytes in
      let module = String(name.prefix { $0 != "." })
      guard name.hasSuffix(".js"), let bundle = bundles.first(where: { $0.modules.contains(module) }) else {
        return (name, bytes)
      }
      if bundle.modules.last == module { return (name, Array(bundle.text.utf8)) }
      // Modules that only the bundles import are in them, and are never fetched.
      return others.contains { $0.contains("\"./\(module).js\"") } ? (name, Array(bundle.stub(of: module).utf8)) : nil
    }
  }
}
