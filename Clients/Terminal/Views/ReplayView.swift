internal import WireProtocol

/// Draws a replayed match on boards.
struct ReplayView: ShellView {
  let shell: Shell
  let replay: Replay

  func draw(_ title: String, on frame: inout Frame) {
    drawHeader(title, on: &frame)
    drawFooter(replay.hints(at: now), on: &frame)
    let shown = replay.shown(at: now)
    let last = replay.tries.prefix(shown).last
    let entries = replay.players.map { player in
      BoardsView.Entry(
        player: player, board: replay.board(of: player, after: shown), isLast: player == last?.player,
        row: replay.tries.prefix(shown).count { $0.player == player })
    }
    BoardsView(shell: shell, entries: entries).draw(
      in: Area(x: 1, y: 2, width: width - 2, height: max(1, height - 5)), on: &frame)
    if let last {
      let text = "\(ShellFormat.time(last.time))  \(last.player): \(last.letters.uppercased())"
      frame.put(TextWidth.clipped(text, to: width - 2), 1, height - 2)
    }
  }
}
