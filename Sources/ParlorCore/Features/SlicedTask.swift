import Kernel
package import WireProtocol
import TextMode

/// Work of a feature that would hold the loop for long: it is done a slice at a time.
package protocol SlicedTask: AnyObject {
  /// The commit on which its answer depends.
  var ticket: CommitTicket { get }
  /// Does as much as the budget allows.
  func advance(_ context: PlayerContext, _ budget: inout Int) throws(WireError) -> TaskProgress
}

package enum TaskProgress {
  /// There is more to do.
  case more
  /// There is more to do, but not now: somebody reads slowly what is written, or storage has to answer.
  case waiting
  /// All is done.
  case done(any Drawable)
}

/// A task that is under way, and whom it answers.
struct RunningTask {
  let task: any SlicedTask
  /// What it works on: nothing else reads the document meanwhile.
  let document: DocumentID
  let context: PlayerContext
  let format: Session.Format
  let re: RequestID?

  /// What a slice may cost: about a microsecond each where texts are of letters with few accents.
  static let budget = 400
  /// Milliseconds between two slices, and while nothing can be done.
  static let (pause, longPause): (Int64, Int64) = (2, 50)
  /// Facts that may wait for the disk before a task waits too.
  static let mostWaitingLines = 2000
}

extension Parlor {
  /// Begins a task on a document of the player's, whose result is the answer.
  func begin(_ task: any SlicedTask, on document: DocumentID, from session: Session, re: RequestID?) {
    session.openQueries += 1
    kernel.claim(document)
    let context = PlayerContext(parlor: self, player: session.player, session: session.id)
    advance(RunningTask(task: task, document: document, context: context, format: session.format, re: re))
  }

  /// Does a slice of the task that has waited longest.
  func advanceTask() {
    guard let id = taskTimes.popDue(at: hub.now), let running = tasks.removeValue(forKey: id) else { return }
    advance(running)
  }

  private func advance(_ running: RunningTask) {
    let player = running.context.player
    // A player who has been forgotten meanwhile has no document any more, and gets none.
    guard players.withID(player.id) === player else { return end(running, .failure(Self.forgotten)) }
    var budget = RunningTask.budget
    do throws(WireError) {
      let isFull = hub.journal.waitingLines >= RunningTask.mostWaitingLines
      switch isFull ? .waiting : try running.task.advance(running.context, &budget) {
      case .more: goOn(running, in: RunningTask.pause)
      case .waiting: goOn(running, in: RunningTask.longPause)
      case .done(let answer): end(running, .success(answer))
      }
    } catch {
      end(running, .failure(error))
    }
  }

  private static let forgotten = WireError(.notNamed, "You have been forgotten meanwhile")

  private func goOn(_ running: RunningTask, in milliseconds: Int64) {
    tasks[running.document] = running
    taskTimes.set(running.document, at: hub.now.adding(milliseconds: milliseconds))
  }

  private func end(_ running: RunningTask, _ result: Result<any Drawable, WireError>) {
    let session = sessions[running.context.session]
    session?.openQueries -= 1
    if let session { answer(running, result, to: session) }
    release(running.document)
    if let session { finishClosing(session) }
    if running.context.player.session == nil { running.context.unload(running.document) }
  }

  private func answer(_ running: RunningTask, _ result: Result<any Drawable, WireError>, to session: Session) {
    session.answering(in: running.format) {
      let ticket = hub.journal.pending(running.task.ticket)
      switch result {
      case .success(let answer) where session.player === running.context.player:
        hub.send(answer, to: session, answering: running.re, after: ticket)
      case .success: hub.send(ErrorMessage(Self.storageUnavailable), to: session, answering: running.re, after: 0)
      case .failure(let error): hub.send(ErrorMessage(error), to: session, answering: running.re, after: ticket)
      }
    }
  }
}
