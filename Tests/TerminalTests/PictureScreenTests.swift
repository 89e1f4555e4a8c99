import ClientKit
import Foundation
import Testing
import WireProtocol

@testable import ParlorTerminal

/// The picture in the README is a screen of the client. With `PARLOR_RECORD_SCREENS=1` in the environment it is drawn
/// again.
@Suite("The picture of the client")
struct PictureScreenTests {
  private static let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Clients/Terminal/Pictures/wordle.svg").standardizedFileURL

  private func stage() -> Stage {
    var stage = Stage(width: 80, height: 24, look: .colour)
    let keys = [
      Board.Keys(tile: .right, letters: "u"), Board.Keys(tile: .elsewhere, letters: "ly"),
      Board.Keys(tile: .absent, letters: "aceknr"),
    ]
    stage.enter(
      Stage.wordle([("crane", "⬛⬛⬛⬛⬛"), ("lucky", "🟨🟩⬛⬛🟩")], keys: keys), room: "lunch", mode: .race,
      players: ["ana", "ben"])
    for (seq, tiles) in ["⬛🟨⬛⬛⬛", "🟨🟩⬛🟨⬛", "🟩🟩⬛🟩⬛"].enumerated() {
      let place = EventPlace(room: "lunch", seq: seq + 2)
      stage.happen(.heard(.moved(Moved(place: place, player: "ben", turn: ["tiles": .string(tiles)], board: nil))))
    }
    let place = EventPlace(room: "lunch", seq: 5)
    stage.happen(.heard(.said(Said(place: place, player: "ben", text: "Nearly there!"))))
    stage.type("bul")
    return stage
  }

  @Test("The picture equals the screen")
  func picture() throws {
    let drawn = Self.svg(of: stage().app.frame())
    if ProcessInfo.processInfo.environment["PARLOR_RECORD_SCREENS"] == "1" {
      try FileManager.default.createDirectory(
        at: Self.url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try drawn.write(to: Self.url, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: Self.url, encoding: .utf8) == drawn)
  }

  /// A frame as a picture: a rectangle per run of one background, a text per run of one foreground.
  private static func svg(of frame: Frame) -> String {
    let (cellWidth, cellHeight) = (9, 20)
    let (width, height) = (frame.width * cellWidth, frame.height * cellHeight)
    var lines = [
      #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)" viewBox="0 0 \#(width) \#(height)" "#
        + #"font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="15">"#,
      "<title>Wordle in the terminal client, a race</title>",
      ##"<rect width="\##(width)" height="\##(height)" rx="6" fill="#101214"/>"##,
    ]
    for y in 0..<frame.height {
      var x = 0
      while x < frame.width {
        let style = frame[x, y].style
        var text = ""
        let first = x
        while x < frame.width, frame[x, y].style == style {
          text += frame[x, y].width > 0 ? String(frame[x, y].text) : ""
          x += 1
        }
        let (left, length) = (first * cellWidth, (x - first) * cellWidth)
        if let paper = style.paper {
          let top = y * cellHeight
          lines.append(
            #"<rect x="\#(left)" y="\#(top)" width="\#(length)" height="\#(cellHeight)" fill="\#(hex(paper))"/>"#)
        }
        guard text.contains(where: { $0 != " " }) else { continue }
        let ink = style.ink.map(hex) ?? (style.isFaint ? "#8a8d92" : "#d8dade")
        let bold = style.isBold ? #" font-weight="bold""# : ""
        lines.append(
          #"<text x="\#(left)" y="\#(y * cellHeight + 15)" textLength="\#(length)" xml:space="preserve" fill="\#(ink)"\#(bold)>"#
            + "\(escaped(text))</text>")
      }
    }
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  private static func hex(_ colour: Colour) -> String {
    "#" + [colour.red, colour.green, colour.blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
