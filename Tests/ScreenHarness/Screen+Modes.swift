import Foundation

extension Screen {
  /// - Returns: whether the private mode is known.
  mutating func set(mode: Int, to isOn: Bool) -> Bool {
    switch mode {
    // Cursor keys, wrapping, blinking, mouse, focus, paste, synchronised updates.
    case 1, 7, 12, 1000, 1002, 1003, 1004, 1006, 2004, 2026: break
    case 25: isCursorVisible = isOn
    case 47, 1047: showAlternate(isOn)
    case 1048:
      if isOn { saved = cursor } else { move(toColumn: saved.column, row: saved.row) }
    case 1049:
      if isOn {
        if !isAlternate { saved = cursor }
        showAlternate(true)
      } else if isAlternate {
        showAlternate(false)
        move(toColumn: saved.column, row: saved.row)
      }
    default: return false
    }
    if isOn { modes.insert(mode) } else { modes.remove(mode) }
    return true
  }

  /// Executes `ESC ] 52 ; c ; … ST` and similar commands.
  mutating func command(_ text: String) {
    let parts = text.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let value = parts.count == 2 ? parts[1] : ""
    switch parts[0] {
    case "0", "2": title = value
    case "1", "8", "11": break  // The icon's name; links; what colour the ground is.
    case "52":
      let copy = value.split(separator: ";", omittingEmptySubsequences: false)
      guard copy.count == 2, let data = Data(base64Encoded: String(copy[1])),
        let text = String(data: data, encoding: .utf8)
      else {
        faults.append("a clipboard that is no text: \(text)")
        return
      }
      clipboard.append(text)
    default: faults.append("the unknown command ESC ] \(text)")
    }
  }
}
