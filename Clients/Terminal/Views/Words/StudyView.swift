internal import WireProtocol

struct StudyView: ShellView {
  let shell: Shell
  let study: Study

  func draw(on frame: inout Frame) {
    drawHeader("\(study.practice == nil ? "Study" : "Practice") · \(study.language)", on: &frame)
    drawProgress(on: &frame)
    let area = Area(x: 2, y: 3, width: max(1, width - 4), height: max(1, height - 4))
    if let complaint = study.complaint {
      drawText(complaint, 2, 3, look.bad, on: &frame)
      return drawFooter("esc back  ? help", on: &frame)
    }
    switch study.phase {
    case .asking: drawWaiting(area.x, area.y, on: &frame)
    case .question(let card, let choices): draw(card, choices, area, on: &frame)
    case .shown(let word, let intervals): draw(word, intervals, area, on: &frame)
    case .judged(let rated, let typed): draw(rated, typed, area, on: &frame)
    case .done:
      if let result = study.practice?.result { draw(result, area, on: &frame) } else { drawDone(area, on: &frame) }
    }
    drawFooter(hints, on: &frame)
  }

  var hints: String {
    switch study.phase {
    case .asking: "esc back  ? help"
    case .question:
      switch study.way {
      case .reveal: "space show it  tab type it  \(undo)m mark  w words  c cards  esc back  ? help"
      case .type: "↵ answer  tab choose it  esc back  ? help"
      case .choose: "1-4 choose  tab just show it  \(undo)m mark  esc back  ? help"
      }
    case .shown: "1-4 rate  space good  m mark  e edit  esc back  ? help"
    case .judged: "↵ next  u undo  m mark  e edit  esc back  ? help"
    case .done:
      study.practice == nil
        ? "\(undo)p practise  w words  c cards  esc back  ? help"
        : "s share  p again  y copy  w words  esc back  ? help"
    }
  }

  private var undo: String { study.doneCount > 0 ? "u undo  " : "" }

  /// The remaining and the finished work: as numbers, and as a bar.
  private func drawProgress(on frame: inout Frame) {
    let text: String
    let (done, all): (Int, Int)
    if study.practice != nil {
      guard let run = study.practice?.run else { return }
      (done, all) = (run.done, run.count)
      text = "\(done) of \(all) done · \(run.remembered) remembered"
    } else {
      (done, all) = (study.doneCount, study.doneCount + study.due + study.new)
      text = "\(ShellFormat.grouped(study.due)) due · \(ShellFormat.grouped(study.new)) new · \(done) done"
    }
    centre(text, 1, look.faint, on: &frame)
    guard height >= 12, all > 0 else { return }
    drawBar(min(1, Double(done) / Double(all)), on: &frame)
  }

  private func drawBar(_ share: Double, on frame: inout Frame) {
    let columns = min(40, width - 4)
    let done = Int(Double(columns) * share)
    let x = (width - columns) / 2
    let end = frame.put(String(repeating: "━", count: done), x, 2, look.good)
    frame.put(String(repeating: "─", count: columns - done), end, 2, look.faint)
  }

  private func draw(_ card: LearntCard, _ choices: [String], _ area: Area, on frame: inout Frame) {
    var y = front(card.front, isMarked: card.isMarked, area, on: &frame)
    switch study.way {
    case .reveal:
      centre("space shows the other side", y + 1, look.faint, on: &frame)
      frame.link(Area(x: 0, y: y + 1, width: width, height: 1), to: .character(" "))
    case .type:
      let x = max(2, width / 2 - 14)
      frame.put("›", x, y + 1, look.heading)
      frame.cursor = drawLine(study.line, x + 2, y + 1, width - 2, on: &frame)
      centre("what does it mean?", y + 3, look.faint, on: &frame)
    case .choose:
      if choices.isEmpty { return drawNoChoices(y + 1, on: &frame) }
      let columns = choices.map { TextWidth.of($0) }.max() ?? 0
      let x = max(2, (width - columns - 3) / 2)
      for (index, choice) in choices.enumerated() where y + 1 < area.bottom {
        y += 1
        let key = "\(index + 1)"
        frame.put(key, x, y, look.heading)
        frame.put(TextWidth.clipped(choice, to: max(0, width - x - 4)), x + 3, y)
        frame.link(Area(x: x, y: y, width: width - x, height: 1), to: .character(Character(key)))
      }
    }
  }

  private func draw(
    _ word: LearntWord, _ intervals: CardAnswer.Intervals?, _ area: Area, on frame: inout Frame
  ) {
    // The card stays in place when it is turned.
    let below = front(word.original, isMarked: word.isMarked, area, on: &frame)
    var area = area
    let isWide = width >= 70
    let ratings = area.takeBottom(isWide ? 2 : Study.ratings.count)
    _ = back(word, below, area, on: &frame)
    let days = intervals.map { [$0.again, $0.hard, $0.good, $0.easy] }
    let texts = Study.ratings.enumerated().map { index, name in
      "\(index + 1) \(name)" + (days.map { " · \(ShellFormat.interval($0[index]))" } ?? "")
    }
    let total = texts.reduce(0) { $0 + TextWidth.of($1) } + 4 * (texts.count - 1)
    let widest = texts.map { TextWidth.of($0) }.max() ?? 0
    var (x, y) = (max(1, (width - (isWide ? total : widest)) / 2), ratings.y)
    for (index, text) in texts.enumerated() {
      let end = frame.put(text, x, y, index == 2 ? look.good : index == 0 ? look.bad : .bold, limit: width)
      frame.link(Area(x: x, y: y, width: end - x, height: 1), to: .character(Character("\(index + 1)")))
      if isWide { x = end + 4 } else { y += 1 }
    }
  }

  private func draw(_ rated: RatedAnswer, _ typed: String, _ area: Area, on frame: inout Frame) {
    let word = rated.word
    let y = back(word, front(word.original, isMarked: word.isMarked, area, on: &frame), area, on: &frame)
    let isWrong = rated.answer == "wrong"
    let verdicts = [
      "right": "Right.", "accents": "Right, but for the accents.", "typo": "Right, but for a slip.",
      "wrong": "Wrong: that was “\(typed)”.",
    ]
    let verdict = verdicts[rated.answer ?? ""] ?? ""
    let due = word.due.map { $0 <= hello?.day ?? "" ? "again today" : "again on \($0)" } ?? ""
    let lines = TextWidth.wrapped(verdict, to: width - 4)
    for (index, line) in lines.enumerated() {
      centre(line, min(y + 1 + index, area.bottom - 2), isWrong ? look.bad : look.good, on: &frame)
    }
    let text = rated.answer == "typo" || rated.answer == "accents" ? "you typed “\(typed)” · \(due)" : due
    centre(text, min(y + 1 + lines.count, area.bottom - 1), look.faint, on: &frame)
  }

  private func drawNoChoices(_ y: Int, on frame: inout Frame) {
    let text =
      study.practice == nil
      ? "There is nothing to choose from: tab." : "This run was begun without choices: tab, or N for a new one."
    for (index, line) in TextWidth.wrapped(text, to: width - 4).enumerated() {
      centre(line, y + index, look.faint, on: &frame)
    }
  }

  /// The share text as in the channel.
  private func draw(_ result: CardResult, _ area: Area, on frame: inout Frame) {
    let lines = result.share.split(separator: "\n")
    var y = area.y + max(0, (area.height - lines.count - 1) / 3)
    centre(lines.first.map(String.init) ?? "", y, look.heading, on: &frame)
    if area.bottom - y > lines.count { y += 1 }
    // Rows are left-aligned: the last one may be shorter.
    let x = max(1, (width - 3 * (lines.dropFirst().map(\.count).max() ?? 0)) / 2)
    for row in lines.dropFirst() where y + 1 < area.bottom {
      y += 1
      var x = x
      for tile in row {
        x = frame.put(look.cell(tile, String(look.sign(tile))), x, y, look.tile(tile), limit: width)
      }
    }
  }

  private func drawDone(_ area: Area, on frame: inout Frame) {
    let y = area.y + max(0, (area.height - 8) / 3)
    let text =
      study.doneCount > 0
      ? "That is all for today: \(ShellFormat.count(study.doneCount, "answer"))."
      : "There is nothing to study in \(study.language) today."
    centre(text, y, look.heading, on: &frame)
    var line = y + 2
    let most = study.tally.values.max() ?? 0
    for rating in Study.ratings where study.doneCount > 0 {
      let count = study.tally[rating] ?? 0
      let x = max(1, width / 2 - 16)
      frame.put(rating, x, line)
      let bar = most > 0 ? (count * 20 + most - 1) / most : 0
      let end = frame.put(String(repeating: "█", count: bar), x + 6, line, look.bar(.right), limit: width - 6)
      frame.put(" \(count)", end, line)
      line += 1
    }
    let next =
      study.newLater > 0
      ? "\(ShellFormat.count(study.newLater, "new word")) for other days: e among the languages says how many a day."
      : "Words come back on the day on which you would be about to forget them. w adds new ones."
    for text in TextWidth.wrapped(next, to: min(60, width - 4)) {
      line += 1
      centre(text, line, look.faint, on: &frame)
    }
  }

  /// Draws the side in question; returns the line below it.
  private func front(_ text: String, isMarked: Bool, _ area: Area, on frame: inout Frame) -> Int {
    var y = area.y + max(0, (area.height - 10) / 3)
    for line in TextWidth.wrapped(isMarked ? "\(text) *" : text, to: width - 4).prefix(3) {
      centre(line, y, look.heading.bolder, on: &frame)
      y += 1
    }
    return y
  }

  /// Draws the other side with all details of the word; returns the line below it.
  private func back(_ word: LearntWord, _ y: Int, _ area: Area, on frame: inout Frame) -> Int {
    var y = y
    let isTight = area.bottom - y < 8
    if !isTight {
      centre(String(repeating: "─", count: min(24, width - 4)), y, look.faint, on: &frame)
      y += 1
    }
    let part = word.part.isEmpty ? "" : " (\(word.part))"
    for (index, line) in TextWidth.wrapped(word.translation + part, to: width - 4).prefix(3).enumerated()
    where y < area.bottom {
      centre(line, y, index == 0 ? .bold : .plain, on: &frame)
      y += 1
    }
    for text in [word.note, word.example.isEmpty ? "" : "“\(word.example)”"] where !text.isEmpty {
      for line in TextWidth.wrapped(text, to: width - 4).prefix(2) where y < area.bottom {
        centre(line, y, look.faint, on: &frame)
        y += 1
      }
    }
    return y
  }

  private func centre(_ text: String, _ y: Int, _ style: TextStyle, on frame: inout Frame) {
    let text = TextWidth.clipped(text, to: width - 2)
    frame.put(text, max(1, (width - TextWidth.of(text)) / 2), y, style)
  }
}
