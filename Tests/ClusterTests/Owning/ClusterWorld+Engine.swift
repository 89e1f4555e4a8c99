import Cluster
import GameKit

/// The engine's answers: late, lost or none.
extension ClusterWorld {
  mutating func serve(_ index: Int, _ process: UInt32, _ action: ClusterMember.Action) {
    let node = nodes[index]
    let isDown = now < outageUntil || node.isCutOff
    let (isLost, isAnswerLost) = (isDown || (!isCalm && oneIn(60)), !isCalm && oneIn(60))
    // A missing answer is reported after a time limit.
    let patience = Int64(isLost || isAnswerLost ? 300 : 1 + chance.number(below: !isCalm && oneIn(30) ? 400 : 4))
    switch action {
    case .attempt(let number, let value, let revision):
      var answer = ClusterMember.AttemptAnswer.unknown(why: "no answer")
      if !isLost {
        let found = engine.replace(with: value, ifChangedAt: revision, ignoringFence: plant == .ignoredFence)
        if !isAnswerLost { answer = found }
      }
      if case .unknown = answer { counts.unknown += 1 }
      plan(.deliver(index, process: process, .attempted(number, answer)), in: patience)
    case .read(let number):
      let found = ClusterMember.ReadAnswer.found(engine.last?.revision ?? 0, engine.last?.value)
      plan(
        .deliver(index, process: process, .read(number, isLost || isAnswerLost ? .failed : found)), in: patience)
    default: break
    }
  }

  mutating func stepWatch(_ index: Int, _ process: UInt32, _ number: Int) {
    guard nodes[index].isAlive, nodes[index].process == process, let watch = nodes[index].watch,
      watch.number == number
    else { return }
    if nodes[index].isCutOff || now < outageUntil {
      return plan(.watchStep(index, process: process, number: number), in: 50)
    }
    if watch.next <= engine.compacted {
      nodes[index].watch = nil
      return plan(.deliver(index, process: process, .watchEnded(compacted: engine.compacted)), in: 1)
    }
    if !isCalm, oneIn(400) {
      nodes[index].watch = nil
      return plan(.deliver(index, process: process, .watchEnded(compacted: nil)), in: 1)
    }
    var next = watch.next
    for (revision, value) in engine.history where revision >= watch.next {
      plan(.deliver(index, process: process, .watched(revision, value)), in: 1)
      next = revision + 1
    }
    nodes[index].watch?.next = next
    plan(.watchStep(index, process: process, number: number), in: Int64(1 + chance.number(below: 8)))
  }
}
