/// Scripts in one file: an ES module with all that it imports, so that a browser fetches it in one round trip.
///
/// The files remain modules that run as they are. Each becomes a function that returns its exports, in the order of
/// their imports; a module of a bundle that others import as well is served as a few lines that take its exports from
/// there, so that there is one of it. Only the forms of imports and exports that the client uses are understood: one
/// line each.
struct ModuleBundle {
  /// The modules of a bundle, by their names without `.js`, each after those that it imports.
  let modules: [String]
  /// The content of the entry's file.
  let text: String
  /// The exported names of each module.
  private let exports: [String: [String]]
  private let entry: String

  /// The bundle of a module; `nil` if a file is missing, or has a form that is not understood.
  ///
  /// - Parameters:
  ///   - entry: the name of the module, without `.js`.
  ///   - sources: the modules by their names.
  ///   - others: bundles that are loaded before this one; their modules are imported from them.
  init?(_ entry: String, of sources: [String: String], after others: [ModuleBundle] = []) {
    var order: [String] = []
    var parsed: [String: Module] = [:]
    var opened: Set<String> = []
    func visit(_ name: String) -> Bool {
      if parsed[name] != nil || others.contains(where: { $0.modules.contains(name) }) { return true }
      guard opened.insert(name).inserted, let module = sources[name].flatMap(Module.init),
        module.imports.allSatisfy({ visit($0.module) })
      else { return false }
      parsed[name] = module
      order.append(name)
      return true
    }
    guard visit(entry) else { return nil }
    var lines: [String] = []
    for other in others {
      let needed = other.modules.filter { name in
        parsed.values.contains { $0.imports.contains { $0.module == name } }
      }
      if !needed.isEmpty {
        lines.append("import { \(needed.map(Self.variable).joined(separator: ", ")) } from \"./\(other.entry).js\";")
      }
    }
    for name in order {
      guard let module = parsed[name] else { continue }
      lines.append("const \(Self.variable(name)) = (() => {")
      lines += module.imports.map { "const { \($0.names) } = \(Self.variable($0.module));" }
      lines += module.lines
      lines.append("return { \(module.exports.joined(separator: ", ")) };\n})();")
    }
    lines.append("export { \(order.map(Self.variable).joined(separator: ", ")) };")
    exports = parsed.mapValues(\.exports)
    if let own = exports[entry], !own.isEmpty {
      lines.append("export const { \(own.joined(separator: ", ")) } = \(Self.variable(entry));")
    }
    (self.entry, modules, text) = (entry, order, lines.joined(separator: "\n") + "\n")
  }

  /// The file of a module of the bundle that is not its entry.
  func stub(of name: String) -> String {
    let variable = Self.variable(name)
    let names = exports[name, default: []].joined(separator: ", ")
    return "import { \(variable) } from \"./\(entry).js\"\nexport const { \(names) } = \(variable)\n"
  }

  private static func variable(_ name: String) -> String { "in_\(name)" }

  /// A module taken apart.
  private struct Module {
    var imports: [(names: String, module: String)] = []
    var exports: [String] = []
    var lines: [String] = []

    init?(_ text: String) {
      for line in text.split(separator: "\n") {
        if line.hasPrefix("import ") {
          guard let statement = Self.imported(line) else { return nil }
          imports.append(statement)
        } else if line.hasPrefix("export ") {
          let declaration = line.dropFirst("export ".count)
          guard let name = Self.exported(declaration) else { return nil }
          exports.append(name)
          if !declaration.hasPrefix("{") { lines.append(String(declaration)) }
        } else {
          lines.append(String(line))
        }
      }
    }

    /// What `import { first, second } from "./module.js"` imports.
    private static func imported(_ line: Substring) -> (names: String, module: String)? {
      let parts = line.split(separator: "\"")
      guard parts.count == 2, parts[0].hasPrefix("import { "), parts[0].hasSuffix(" } from "), parts[1].hasPrefix("./"),
        parts[1].hasSuffix(".js")
      else { return nil }
      let names = parts[0].dropFirst("import { ".count).dropLast(" } from ".count)
      guard names.split(separator: ", ").allSatisfy({ $0.allSatisfy(isPartOfName) }) else { return nil }
      return (String(names), String(parts[1].dropFirst("./".count).dropLast(".js".count)))
    }

    /// The name that `{ name }`, or the declaration of a function, a class or a constant, exports.
    private static func exported(_ declaration: Substring) -> String? {
      var words = declaration.split(separator: " ", maxSplits: 3)[...]
      if words.first == "async" { words = words.dropFirst() }
      guard let keyword = words.popFirst(), let name = words.popFirst() else { return nil }
      switch keyword {
      case "{": return words.first == "}" && name.allSatisfy(isPartOfName) ? String(name) : nil
      case "function", "class", "const":
        let name = name.prefix(while: isPartOfName)
        return name.isEmpty ? nil : String(name)
      default: return nil
      }
    }

    private static func isPartOfName(_ character: Character) -> Bool {
      character.isLetter || character.isNumber || character == "_"
    }
  }
}
