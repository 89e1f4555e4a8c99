internal import WireProtocol

struct DeckPreviewView: ShellView {
  let shell: Shell
  let preview: DeckPreviewScreen

  private var area: Area { Area(x: 1, y: 2, width: max(1, width - 2), height: max(1, height - 3)) }

  var lastOffset: Int { max(0, lines.count - area.height) }

  func draw(on frame: inout Frame) {
    drawHeader(title, on: &frame)
    let more = lastOffset > 0 ? "↑↓ more  " : ""
    let add = preview.preview.map { $0.new > 0 } ?? false ? "↵ add them  " : ""
    drawFooter("\(add)\(more)esc not now  ? help", on: &frame)
    if let complaint = preview.complaint { return drawText(complaint, 1, 2, look.bad, on: &frame) }
    guard preview.preview != nil else { return drawWaiting(1, 2, on: &frame) }
    for (line, entry) in lines.dropFirst(preview.offset).prefix(area.height).enumerated() {
      frame.put(TextWidth.clipped(entry.text, to: area.width), area.x, area.y + line, entry.style)
    }
  }

  private var title: String {
    switch preview.source {
    case .deck(_, let title): "Add \(title)?"
    case .file(let path, _): "Add \(path.split(separator: "/").last.map(String.init) ?? path)?"
    }
  }

  private var lines: [(text: String, style: TextStyle)] {
    guard let told = preview.preview else { return [] }
    func wrapped(_ text: String, _ style: TextStyle = .plain) -> [(text: String, style: TextStyle)] {
      TextWidth.wrapped(text, to: area.width).map { ($0, style) }
    }
    let language = told.isNewLanguage ? "\(told.language), a new language" : told.language
    var lines = wrapped("\(ShellFormat.count(told.new, "new word")) for \(language)", look.heading)
    if preview.isAdding { lines += wrapped("They are being added…", look.faint) }
    if !told.columns.isEmpty {
      let columns = told.columns.map { $0.isEmpty ? "passed over" : $0.lowercased() }
      lines += wrapped("Columns: \(columns.joined(separator: " · "))", look.faint)
    }
    if told.leftOut > 0 { lines += wrapped("\(ShellFormat.grouped(told.leftOut)) more do not fit.", look.bad) }
    lines.append(("", .plain))
    let left = (area.width - 4) * 2 / 5
    for word in told.first {
      let original = TextWidth.clipped(word.original, to: left)
      let gap = String(repeating: " ", count: max(1, left + 2 - TextWidth.of(original)))
      lines.append(("  \(original)\(gap)\(word.translation)" + (word.part.isEmpty ? "" : " (\(word.part))"), .plain))
    }
    if told.new > told.first.count { lines.append(("  …", look.faint)) }
    if told.duplicateCount > 0 {
      let isAll = told.duplicateCount <= told.duplicates.count
      let names = (told.duplicates + (isAll ? [] : ["…"])).joined(separator: ", ")
      let head = "\(ShellFormat.grouped(told.duplicateCount)) there already, or twice in it:"
      lines += [("", .plain)] + wrapped("\(head) \(names)", look.faint)
    }
    if told.faultCount > 0 {
      lines += [("", .plain)] + wrapped("\(ShellFormat.count(told.faultCount, "line")) cannot be read:", look.bad)
      for fault in told.faults { lines += wrapped("  line \(fault.line): \(fault.message)") }
      if told.faultCount > told.faults.count { lines.append(("  …", look.faint)) }
    }
    return lines
  }
}
