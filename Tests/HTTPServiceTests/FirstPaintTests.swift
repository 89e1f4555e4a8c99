import Foundation
import Testing

@testable import HTTPService

@Suite("What the server does with the client's files for few round trips")
struct FirstPaintTests {
  private func bundle(_ entry: String, _ sources: [String: String], after others: [ModuleBundle] = []) -> ModuleBundle?
  {
    ModuleBundle(entry, of: sources, after: others)
  }

  @Test("A bundle has each module once, after those that it imports, and exports what its entry does")
  func order() throws {
    let main = try #require(
      bundle(
        "main",
        [
          "main": "import { b } from \"./b.js\"\nimport { c } from \"./c.js\"\nexport const a = b + c",
          "b": "import { c } from \"./c.js\"\nexport function b() { return c }", "c": "const c = 1\nexport { c }",
        ]))
    #expect(main.modules == ["c", "b", "main"])
    #expect(
      main.text == """
        const in_c = (() => {
        const c = 1
        return { c };
        })();
        const in_b = (() => {
        const { c } = in_c;
        function b() { return c }
        return { b };
        })();
        const in_main = (() => {
        const { b } = in_b;
        const { c } = in_c;
        const a = b + c
        return { a };
        })();
        export { in_c, in_b, in_main };
        export const { a } = in_main;

        """)
    #expect(main.stub(of: "b") == "import { in_b } from \"./main.js\"\nexport const { b } = in_b\n")
  }

  @Test("A second bundle takes modules of the first one from there")
  func second() throws {
    let sources = [
      "main": "import { h } from \"./dom.js\"", "dom": "export const h = 1",
      "room": "import { h } from \"./dom.js\"\nexport class Room {}",
    ]
    let main = try #require(bundle("main", sources))
    let room = try #require(bundle("room", sources, after: [main]))
    #expect(room.modules == ["room"])
    let start = "import { in_dom } from \"./main.js\";\nconst in_room = (() => {\nconst { h } = in_dom;\n"
    #expect(room.text.hasPrefix(start), "\(room.text)")
  }

  @Test(
    "What is not understood is not bundled",
    arguments: [
      "import h from \"./dom.js\"", "import { h as i } from \"./dom.js\"", "export default 1",
      "export * from \"./dom.js\"",
      "import { a } from \"./main.js\"", "import { a } from \"./none.js\"", "export const [a] = [1]",
    ])
  func unknown(line: String) { #expect(bundle("main", ["main": line, "dom": "export const h = 1"]) == nil) }

  @Test("The client's own files are bundled: no file of a bundle is left as it is")
  func own() throws {
    let files = try WebPagesTests.own().map { (name: $0, bytes: Array($1.utf8)) }
    let texts = WebPages.bundled(files).map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) }
    let served = Dictionary(uniqueKeysWithValues: texts)
    let main = try #require(served["main.js"])
    let room = try #require(served["room.js"])
    #expect(main.contains("const in_today = (() => {") && !main.contains("\nimport {"))
    #expect(room.contains("const in_board = (() => {") && room.contains("export const { Room } = in_room;"))
    #expect(served["dom.js"]?.hasPrefix("import { in_dom } from \"./main.js\"") == true)
    #expect(served["seats.js"] == nil, "the room alone imports it, and has it in its own file")
    #expect(served["wall.js"]?.contains("import { Card } from \"./card.js\"") == true)
  }

  @Test("What is painted first is in the first page, and the policy names it by its hash")
  func shell() throws {
    let links = #"<script src="/web/shell.js"></script><link rel="stylesheet" href="/web/shell.css">"#
    let world = HTTPWorld { _ in
    } service: {
      $0.pages = WebPages(files: [
        ("index.html", Array(links.utf8)), ("shell.css", Array("b { color: red }".utf8)),
        ("shell.js", Array("a()".utf8)),
      ])
    }
    let page = try #require(world.ask("GET /"))
    #expect(page.body == "<script>a()</script><style>b { color: red }</style>")
    // printf 'b { color: red }' | openssl dgst -sha256 -binary | base64
    let policy = try #require(page.fields["Content-Security-Policy"])
    #expect(policy.contains("style-src 'self' 'sha256-O28scEPi1wp28nkUG+W8j5nTbUOBZEuee0EWEjDpinQ='; "))
    #expect(policy.contains("script-src 'self' 'sha256-qVpDBgj7bpq5hMAcGp3AOc79J3Y1Z4HvySTwKrWDoy4='; "))
    #expect(world.ask("GET /web/shell.css")?.fields["Content-Security-Policy"]?.contains("sha256") == false)
    let own = try #require(WebPagesTests.own()["index.html"])
    #expect(own.contains(#"<script src="/web/shell.js"></script>"#) && own.contains(#"href="/web/shell.css">"#))
  }
}
