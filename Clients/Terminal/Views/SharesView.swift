internal import WireProtocol

/// The channel of shared results: grids whose letters can be looked under.
struct SharesView: ShellView {
  let shell: Shell
  let shares: SharesState

  func draw(on frame: inout Frame) {
    let filter = shares.filter.title
    drawHeader("Shared results" + (filter.isEmpty ? "" : " · \(filter)"), on: &frame)
    let hints =
      "space letter  esc back  r row  a all  1-\(shell.reactions.count) \(shell.reactions.joined())  s share yours  f filter  y copy  "
      + (shares.hasMore ? "o older  " : "") + "l leaderboard  ? help"
    drawFooter(hints, on: &frame)
    guard shares.items.isEmpty else { return GridListView(shell: shell, grids: shares.grids).draw(on: &frame) }
    let text =
      shares.complaint
      ?? (filter.isEmpty
        ? "Nothing has been shared yet. s shares the last match that you have finished; a result from elsewhere is pasted."
        : "Nothing of this kind has been shared yet. f looks at others.")
    for (line, text) in TextWidth.wrapped(text, to: width - 2).enumerated() { frame.put(text, 1, 2 + line) }
  }
}
