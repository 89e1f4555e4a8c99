/// Past scores, as the games draw them.
struct ScoresView: ShellView {
  let shell: Shell
  let scores: ScoresState

  func draw(on frame: inout Frame) {
    let filter = scores.filter.title
    drawHeader("Past scores" + (filter.isEmpty ? "" : " · \(filter)"), on: &frame)
    drawFooter(
      "space letter  esc back  r row  a all  f players and month  " + (scores.hasMore ? "o older  " : "") + "? help",
      on: &frame)
    guard scores.grids.items.isEmpty else { return GridListView(shell: shell, grids: scores.grids).draw(on: &frame) }
    let text =
      scores.complaint ?? (scores.isKnown ? "There are no scores of this kind. f looks at others." : "One moment…")
    for (line, text) in TextWidth.wrapped(text, to: width - 2).enumerated() { frame.put(text, 1, 2 + line) }
  }
}
