import GameKit
package import WireProtocol

extension Paused: Drawable {
  package func drawn() -> String {
    let left = (endsInSeconds ?? nextInSeconds).map(Drawing.duration)
    let isBetween = nextInSeconds != nil
    if isPaused {
      let what = isBetween ? "lets the next round wait" : "pauses the round"
      return "\(player) \(what)\(left.map { isBetween ? "" : ", with \($0) left" } ?? "")"
    }
    if isBetween { return "\(player) goes on: the next round begins in \(left ?? "a moment")" }
    return "\(player) goes on with the round\(left.map { ", with \($0) left" } ?? "")"
  }
}

extension Stopped: LinkedText {
  package func page() -> DrawnPage { DrawnPage("\(player) stops here", typed: ": /start begins the next round") }
}

extension Locked: Drawable {
  package func drawn() -> String {
    isLocked ? "\(player) locks the room: nobody new may come in" : "\(player) unlocks the room: others may come in"
  }
}

extension Changed: Drawable {
  package func drawn() -> String {
    let from = endsInSeconds.map { "; this one has \(Drawing.duration($0)) left" } ?? " from the next one on"
    let time = roundSeconds.isMultiple(of: 60) ? Drawing.duration(roundSeconds) : "\(roundSeconds) s"
    return "\(player) gives each round \(time)\(from)"
  }
}
