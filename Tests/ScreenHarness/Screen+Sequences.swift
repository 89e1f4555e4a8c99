extension Screen {
  mutating func take(_ token: EscapeParser.Token) {
    switch token {
    case .scalar(let scalar): write(scalar)
    case .control(let byte): control(byte)
    case .escape(let intermediates, let final): escape(intermediates, final)
    case .sequence(let sequence): obey(sequence)
    case .command(let text): command(text)
    case .fault(let reason): faults.append(reason)
    }
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x07: bells += 1
    case 0x08: move(toColumn: cursor.column - 1, row: cursor.row)
    case 0x09: move(toColumn: (cursor.column / 8 + 1) * 8, row: cursor.row)
    case 0x0A: lineFeed()
    case 0x0D: move(toColumn: 0, row: cursor.row)
    default: faults.append("the control byte \(byte)")
    }
  }

  private mutating func escape(_ intermediates: String, _ final: Character) {
    switch (intermediates, final) {
    case ("", "7"): saved = cursor
    case ("", "8"): restore()
    case ("", "D"): lineFeed()
    case ("", "E"):
      move(toColumn: 0, row: cursor.row)
      lineFeed()
    case ("", "M"): reverseLineFeed()
    // The numeric keypad's mode, and the default character set.
    case ("", "="), ("", ">"), ("(", "B"): break
    case ("", "c"):
      let kept = (faults, clipboard, replies)
      self = Screen(columns: columns, rows: rows)
      (faults, clipboard, replies) = kept
    case ("", "\\"): break
    default: faults.append("the unknown sequence ESC \(intermediates)\(final)")
    }
  }

  private mutating func restore() {
    move(toColumn: saved.column, row: saved.row)
    cursor.style = saved.style
  }

  private mutating func obey(_ sequence: ControlSequence) {
    switch (sequence.prefix, sequence.intermediates, sequence.final) {
    case ("", "", "m"):
      if cursor.style.apply(sequence.parameters) != nil { refuse(sequence) }
    case ("?", "", "h"), ("?", "", "l"):
      for place in sequence.parameters.indices {
        if !set(mode: sequence.number(place, or: 0), to: sequence.final == "h") { refuse(sequence) }
      }
    case ("", "", "A"), ("", "", "B"), ("", "", "C"), ("", "", "D"), ("", "", "E"), ("", "", "F"), ("", "", "G"),
      ("", "", "H"), ("", "", "d"), ("", "", "f"):
      moveCursor(sequence)
    case ("", "", "J"), ("", "", "K"), ("", "", "X"), ("", "", "P"), ("", "", "@"): change(sequence)
    case ("", "", "L"): scrollFromCursor(by: -sequence.number(0))
    case ("", "", "M"): scrollFromCursor(by: sequence.number(0))
    case ("", "", "S"): scroll(by: sequence.number(0))
    case ("", "", "T"): scroll(by: -sequence.number(0))
    case ("", "", "r"): setRegion(sequence)
    case ("", "", "s"): saved = cursor
    case ("", "", "u"): restore()
    case ("", " ", "q"): break  // The shape of the cursor.
    case ("", "", "n") where sequence.number(0, or: 0) == 5: replies += Array("\u{1B}[0n".utf8)
    case ("", "", "n") where sequence.number(0, or: 0) == 6:
      replies += Array("\u{1B}[\(cursor.row + 1);\(cursor.column + 1)R".utf8)
    case ("", "", "c"): replies += Array("\u{1B}[?62;22c".utf8)
    case ("", "", "t") where [22, 23].contains(sequence.number(0)): break  // Puts the title away and takes it back.
    default: refuse(sequence)
    }
  }

  private mutating func refuse(_ sequence: ControlSequence) {
    faults.append("the unknown sequence ESC [ \(sequence.text)")
  }

  private mutating func moveCursor(_ sequence: ControlSequence) {
    let count = sequence.number(0)
    var (column, row) = (cursor.column, cursor.row)
    switch sequence.final {
    case "A": row -= count
    case "B": row += count
    case "C": column += count
    case "D": column -= count
    case "E": (column, row) = (0, row + count)
    case "F": (column, row) = (0, row - count)
    case "G": column = count - 1
    case "d": row = count - 1
    default: (column, row) = (sequence.number(1) - 1, count - 1)
    }
    move(toColumn: column, row: row)
  }

  private mutating func change(_ sequence: ControlSequence) {
    lastWritten = nil
    let (column, row, count) = (cursor.column, cursor.row, sequence.number(0))
    switch (sequence.final, sequence.number(0, or: 0)) {
    case ("K", 0): erase(column..<columns, row: row)
    case ("K", 1): erase(0..<column + 1, row: row)
    case ("K", 2): erase(0..<columns, row: row)
    case ("X", _): erase(column..<column + count, row: row)
    case ("J", 0):
      erase(column..<columns, row: row)
      for row in row + 1..<max(row + 1, rows) { erase(0..<columns, row: row) }
    case ("J", 1):
      erase(0..<column + 1, row: row)
      for row in 0..<row { erase(0..<columns, row: row) }
    case ("J", 2): for row in 0..<rows { erase(0..<columns, row: row) }
    case ("J", 3): break  // The history, which is not kept here.
    case ("P", _):
      cells[row].removeSubrange(column..<min(columns, column + count))
      while cells[row].count < columns { cells[row].append(.blank(cursor.style)) }
    case ("@", _):
      cells[row].insert(contentsOf: Array(repeating: .blank(cursor.style), count: min(count, columns)), at: column)
      cells[row].removeLast(cells[row].count - columns)
    default: refuse(sequence)
    }
  }

  private mutating func scrollFromCursor(by count: Int) {
    if region.contains(cursor.row) { scroll(by: count, from: cursor.row) }
  }

  private mutating func setRegion(_ sequence: ControlSequence) {
    let (top, bottom) = (sequence.number(0) - 1, sequence.parameters.count > 1 ? sequence.number(1) : rows)
    guard top < min(bottom, rows) else { return refuse(sequence) }
    region = top..<min(bottom, rows)
    move(toColumn: 0, row: 0)
  }
}
