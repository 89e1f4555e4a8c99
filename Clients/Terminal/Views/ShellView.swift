internal import ClientKit
internal import WireProtocol

extension App {
  func frame() -> Frame {
    var frame = Frame(width: shell.width, height: shell.height)
    if shell.width < 20 || shell.height < 6 {
      frame.put("Please enlarge the window", 0, 0, limit: shell.width)
      return frame
    }
    self[shell.place]?.draw(on: &frame, shell)
    if shell.dialog != nil || shell.help != nil { frame.removeLinks() }
    if let dialog = shell.dialog { DialogView(shell: shell, dialog: dialog).draw(on: &frame) }
    if let help = shell.help { HelpView(shell: shell, help: help, screen: self[shell.place]).draw(on: &frame) }
    return frame
  }
}

/// The common parts of all screens: header, footer, and times.
protocol ShellView {
  var shell: Shell { get }
}

extension ShellView {
  var width: Int { shell.width }
  var height: Int { shell.height }
  var now: Int { shell.now }
  var look: Look { shell.look }
  var name: String { shell.name }
  var link: LinkStatus { shell.link }

  func title(of game: String?) -> String { shell.title(of: game) }

  func drawHeader(_ title: String, on frame: inout Frame, right: String? = nil) {
    frame.fill(Area(x: 0, y: 0, width: width, height: 1), look.bar)
    let right = right ?? (width >= 60 ? "\(name.isEmpty ? "…" : name) · \(shell.server)" : name)
    let room = width - 3 - TextWidth.of(right)
    frame.put(TextWidth.clipped(title, to: max(8, room)), 1, 0, look.bar.bolder)
    frame.put(right, max(0, width - 1 - TextWidth.of(right)), 0, look.bar)
  }

  /// - Parameter lines: as many as all hints need at most; in fewer some are left out.
  func drawFooter(_ hints: String, lines: Int = 1, on frame: inout Frame) {
    if let sentence = link.sentence(now: now) {
      drawSentence(sentence, look.bad, on: &frame)
    } else if let notice = shell.notice {
      drawSentence(notice.text, notice.isBad ? look.bad : look.good, on: &frame)
    } else {
      let all = Self.flowed(hints, to: width - 2)
      let shown = all.count <= lines ? all : [hints]
      for (index, text) in shown.enumerated() {
        drawHints(text, Area(x: 1, y: height - shown.count + index, width: width - 2, height: 1), on: &frame)
      }
    }
  }

  /// All hints, on as many lines as they need.
  static func flowed(_ hints: String, to width: Int) -> [String] {
    hints.split(separator: "  ").reduce(into: []) { lines, part in
      let joined = lines.last.map { "\($0)  \(part)" }
      if let joined, TextWidth.of(joined) <= width {
        lines[lines.count - 1] = joined
      } else {
        lines.append(String(part))
      }
    }
  }

  /// What must not hide the input: a sentence about the link, or a refusal, whose text is still there.
  var troubleLines: Int {
    let refusal = shell.notice.flatMap { $0.isBad ? $0.text : nil }
    return (link.sentence(now: now) ?? refusal).map { max(1, min(4, TextWidth.wrapped($0, to: width - 2).count)) } ?? 1
  }

  private func drawSentence(_ text: String, _ style: TextStyle, on frame: inout Frame) {
    let lines = TextWidth.wrapped(text, to: width - 2).prefix(4)
    frame.fill(Area(x: 0, y: height - lines.count, width: width, height: lines.count))
    for (index, line) in lines.enumerated() { frame.put(line, 1, height - lines.count + index, style) }
  }

  /// As many whole hints as fit, which are separated by two spaces. The last one is always kept.
  static func fitted(_ hints: String, to width: Int) -> String {
    var parts = hints.split(separator: "  ").map(String.init)
    while parts.count > 1, TextWidth.of(parts.joined(separator: "  ")) > width { parts.remove(at: parts.count - 2) }
    return TextWidth.clipped(parts.joined(separator: "  "), to: width)
  }

  func drawHints(_ hints: String, _ area: Area, on frame: inout Frame) {
    var x = area.x
    // A key's name for terminals without its sign.
    let hints = shell.preferences.isASCII ? hints.replacing("↵", with: "enter") : hints
    for part in Self.fitted(hints, to: area.width).split(separator: "  ").map(String.init) {
      let end = frame.put(part, x, area.y, look.faint, limit: area.right)
      if let key = Key(hint: part) { frame.link(Area(x: x, y: area.y, width: end - x, height: 1), to: key) }
      x = end + 2
    }
  }

  /// The legend of the tiles in this look: as many entries as fit.
  func drawLegend(_ x: Int, _ y: Int, _ limit: Int, on frame: inout Frame) {
    var x = x
    for (tile, letter, name) in [
      (Tile.right, "A", "right"), (.elsewhere, "B", "elsewhere"), (.absent, "C", "not in it"),
    ] where x + 4 + name.count <= limit {
      x = frame.put(look.cell(tile.rawValue, letter), x, y, look.tile(tile.rawValue), limit: limit)
      x = frame.put(" \(name)", x, y, limit: limit) + 1
    }
  }

  func drawText(_ text: String, _ x: Int, _ y: Int, _ style: TextStyle = .plain, on frame: inout Frame) {
    for (line, text) in TextWidth.wrapped(text, to: width - 2 * x).enumerated() { frame.put(text, x, y + line, style) }
  }

  /// Draws an input line, showing its end if it is too long; returns the cursor's position.
  func drawLine(_ line: LineEditor, _ x: Int, _ y: Int, _ limit: Int, on frame: inout Frame) -> Frame.Point {
    var before = line.before
    while TextWidth.of(before) > limit - x - 2, !before.isEmpty { before.removeFirst() }
    let cursor = frame.put(before, x, y, .bold, limit: limit - 1)
    frame.put(line.after, cursor, y, .bold, limit: limit)
    return .init(x: min(cursor, width - 1), y: y)
  }

  /// Draws a text with tiles; returns the column after it.
  @discardableResult
  func drawTiles(_ row: String, _ x: Int, _ y: Int, _ limit: Int, _ style: TextStyle = .plain, on frame: inout Frame)
    -> Int
  {
    row.reduce(x) { x, tile in
      Tile(rawValue: tile) == nil
        ? frame.put(String(tile), x, y, style, limit: limit)
        : frame.put(" \(look.sign(tile))", x, y, look.tile(tile), limit: limit)
    }
  }

  func drawBox(_ title: String, width: Int, height: Int, on frame: inout Frame) -> Area {
    let size = (width: min(width, self.width), height: min(height, self.height))
    let box = Area(
      x: (self.width - size.width) / 2, y: max(0, (self.height - size.height) / 2), width: size.width,
      height: size.height)
    frame.fill(box)
    let line = String(repeating: "─", count: max(0, box.width - 2))
    frame.put("╭\(line)╮", box.x, box.y, look.heading)
    for y in (box.y + 1)..<max(box.y + 1, box.bottom - 1) {
      frame.put("│", box.x, y, look.heading)
      frame.put("│", box.right - 1, y, look.heading)
    }
    frame.put("╰\(line)╯", box.x, box.bottom - 1, look.heading)
    frame.put(" \(TextWidth.clipped(title, to: max(0, box.width - 6))) ", box.x + 2, box.y, look.heading)
    return box.inset(2, 1)
  }
}

enum ShellFormat {
  /// `solved in 4`.
  static func result(_ outcome: JSONObject) -> String {
    if let result = outcome["result"]?.stringValue {
      guard let place = outcome["place"]?.intValue, result != "won" else { return result }
      return "\(result), place \(place)"
    }
    guard outcome["won"]?.boolValue == true else { return "not solved" }
    return outcome["tries"]?.intValue.map { "solved in \($0)" } ?? "solved"
  }

  /// Further texts of an outcome, such as the solution and its meaning.
  static func texts(_ outcome: JSONObject) -> [String] { outcome.compactMap { $0 == "result" ? nil : $1.stringValue } }

  /// A move of an unknown game: its values in order.
  static func move(_ value: JSON) -> String {
    if let list = value.arrayValue { return list.map(move).joined(separator: ",") }
    guard let object = value.objectValue else { return value.stringValue ?? value.text }
    // Events at a table are logged among the moves, with the numbers of their players.
    if let event = object["$"]?.stringValue { return event }
    let parts = object.map { name, value in
      if let flag = value.boolValue { return flag ? name.replacing("_", with: " ") : "" }
      return (object.count > 1 ? Board.cellName(value) : nil) ?? move(value)
    }
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// An elapsed time, `1:05`, in whole seconds as on the server.
  static func time(_ milliseconds: Int) -> String { clock(milliseconds / 1000 * 1000) }

  /// A remaining time, `1:05`, `3 h 20 min`, from milliseconds, rounded up to seconds.
  static func clock(_ milliseconds: Int) -> String {
    let seconds = max(0, (milliseconds + 999) / 1000)
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    let tail = rest < 10 ? "0\(rest)" : "\(rest)"
    if hours > 0 { return "\(hours) h \(minutes) min" }
    return "\(minutes):\(tail)"
  }
}
