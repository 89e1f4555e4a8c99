internal import HTTPWire
internal import WireProtocol

/// The page of a shared result, without account or script: for people who got the link, and for messengers, which show
/// its title and picture (the Open Graph protocol).
enum SharePage {
  /// Fields of every answer here: anybody with the link may see it, and search engines must not list it.
  private static let fields = [
    HTTPField("Cache-Control", "no-cache"), HTTPField("X-Robots-Tag", "noindex, nofollow"),
    HTTPField("X-Content-Type-Options", "nosniff"), HTTPField("Content-Security-Policy", WebPages.policy),
    HTTPField("Referrer-Policy", "no-referrer"),
  ]

  /// The page of a result.
  ///
  /// - Parameters:
  ///   - isPlayedHere: whether its game is one of the server's.
  ///   - link: its address, which needs no encoding.
  ///   - root: scheme and host as the reader has them, since messengers do not accept relative addresses.
  static func answer(_ result: SharedResult, isPlayedHere: Bool, link: String, root: String) -> HTTPResponse {
    let lines = result.text.split(separator: "\n").map(String.init)
    let title = lines.first ?? result.game
    let headline = [result.player, result.won ? "solved" : "not solved", result.tries.map { "tries: \($0)" }]
      .compactMap { $0 }.joined(separator: " · ")
    let rows = GridPicture.rows(of: result.text)
    let alternative = "\(rows.count) rows of tiles, without letters"
    // The page for players shows the letters to those who may know them, and links back to here.
    let number = link.prefix { $0 != "-" }
    let play = isPlayedHere ? "/#/room/\(result.game)?result=\(number)" : "/"
    // Letters of practice are private.
    let hasLetters = isPlayedHere && result.mode == .daily
    let letters = hasLetters ? #" <a class="button" href="/#/result/\#(number)">See its letters</a>"# : ""
    let about = """
        <meta name="description" content="\(escaped(headline))">
        <meta property="og:type" content="article">
        <meta property="og:site_name" content="Parlor">
        <meta property="og:title" content="\(escaped(title))">
        <meta property="og:description" content="\(escaped(headline))">
        <meta property="og:url" content="\(escaped(root))/s/\(link)">
        <meta property="og:image" content="\(escaped(root))/s/\(link).png">
        <meta property="og:image:width" content="\(GridPicture.width)">
        <meta property="og:image:height" content="\(GridPicture.height)">
        <meta property="og:image:alt" content="\(escaped(alternative))">
        <meta name="twitter:card" content="summary_large_image">

      """
    let main = """
          <h1>\(escaped(title))</h1>
          <p class="faint">\(escaped(headline))</p>
          <img src="/s/\(link).png" width="\(GridPicture.width)" height="\(GridPicture.height)" alt="\(escaped(alternative))">
          <p class="buttons"><a class="button primary" href="\(play)">Play today's puzzle</a>\(letters) <a class="button" href="/#/wall">The wall</a></p>

      """
    return page(.ok, title: title, about: about, main: main)
  }

  /// The page of a link that is invalid or expired; it does not say which.
  static let gone = page(
    .notFound, title: "This result is not here", about: "",
    main: """
          <h1>This result is not here</h1>
          <p class="faint">It may have been taken down, or its address is not whole.</p>
          <p class="buttons"><a class="button primary" href="/">Play today's puzzles</a> <a class="button" href="/#/wall">The wall</a></p>

      """)

  /// A page without a script, in the look of the others.
  static func page(_ status: HTTPStatus, title: String, about: String, main: String) -> HTTPResponse {
    let html = """
      <!doctype html>
      <html lang="en" prefix="og: https://ogp.me/ns#">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="robots" content="noindex, nofollow">
        <title>\(escaped(title))</title>
      \(about)  <link rel="icon" href="/web/icon.svg" type="image/svg+xml">
        <link rel="stylesheet" href="/web/shell.css">
        <link rel="stylesheet" href="/web/style.css">
        <link rel="stylesheet" href="/web/pages.css">
      </head>
      <body>
        <header><a class="brand" href="/"><span aria-hidden="true" class="mark"><i></i><i></i><i></i><i></i></span><b>Parlor</b></a></header>
        <main class="linked">
      \(main)  </main>
      </body>
      </html>

      """
    return HTTPResponse(status, type: "text/html; charset=utf-8", body: Array(html.utf8), fields: fields)
  }

  /// Its picture.
  static func answer(picture: [UInt8]) -> HTTPResponse {
    HTTPResponse(.ok, type: "image/png", body: picture, fields: fields)
  }

  /// Scheme and host as the reader has them, as a TLS-terminating proxy says.
  static func root(of request: HTTPRequest) -> String {
    let scheme = request.values(of: "x-forwarded-proto") == ["https"] ? "https" : "http"
    let host = request.host.map { $0.name + ($0.port.map { ":\($0)" } ?? "") } ?? "localhost"
    return "\(scheme)://\(host)"
  }

  /// Escapes a text for markup or an attribute. Names and texts normally hold no such character, but this page does not
  /// rely on that.
  static func escaped(_ text: String) -> String {
    var html = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case "\"": html += "&quot;"
      case "'": html += "&#39;"
      default: html.unicodeScalars.append(character)
      }
    }
    return html
  }
}
