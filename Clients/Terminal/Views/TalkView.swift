internal import WireProtocol

/// A room's talk and events, the newest at the bottom.
extension RoomView {
  func drawTalk(_ area: Area, on frame: inout Frame) {
    guard area.height > 0, area.width > 4 else { return }
    var area = area
    if room.talkOffset > 0 {
      let below = area.takeBottom(1)
      let news = room.unread > 0 ? "\(room.unread) new · " : ""
      frame.put("▾ \(news)PgDn goes down", below.x, below.y, look.heading, limit: below.right)
      frame.link(below, to: .pageDown)
    }
    var y = area.bottom - 1
    for (index, entry) in room.talk.enumerated().dropLast(room.talkOffset).reversed() where y >= area.y {
      let mark = time(of: entry, isWide: area.width >= 40)
      let name = entry.player.map { "\($0): " } ?? ""
      let wrapped = TextWidth.wrapped(mark + name + entry.text, to: area.width - 1)
      for (line, text) in wrapped.enumerated().reversed() where y >= area.y {
        frame.put(text, area.x, y, entry.player == nil ? look.faint : .plain, limit: area.right)
        if line == 0, entry.player != nil, text.hasPrefix(mark + name) {
          frame.restyle(Area(x: area.x, y: y, width: mark.count, height: 1)) { $0 = look.faint }
          frame.restyle(Area(x: area.x + mark.count, y: y, width: TextWidth.of(name), height: 1)) { $0.isBold = true }
        }
        y -= 1
      }
      if room.firstUnread == index, y >= area.y {
        let line = String(repeating: "─", count: max(0, area.width - 8))
        frame.put("── new \(line)", area.x, y, look.heading, limit: area.right - 1)
        y -= 1
      }
    }
  }

  /// `14:05 `, if there is room and a clock.
  private func time(of entry: TalkLine, isWide: Bool) -> String {
    guard isWide, let start = shell.startOfClock, let at = entry.at else { return "" }
    let minutes = (start + at / 1000) / 60
    let (hour, minute) = (minutes / 60 % 24, minutes % 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute) "
  }
}
