import Kernel
import TextMode
import WireProtocol

/// Something about a player's words that would hold the loop for long: it is done a slice at a time. What else the
/// player asks about words waits for it.
protocol NotebookTask: AnyObject {
  /// Does as much as the budget allows.
  func advance(_ notebook: Notebook, of player: Player, _ budget: inout Int) throws(WireError) -> TaskProgress
}

enum TaskProgress {
  /// There is more to do.
  case more
  /// There is more to do, but not now: whoever reads what is written reads slowly.
  case waiting
  /// All is done.
  case done(any Drawable)
}

/// A task that is under way, and whom it answers.
struct RunningTask {
  let task: any NotebookTask
  let notebook: Notebook
  let player: Player
  let session: SessionID
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
  /// Begins a task, whose result is the answer.
  func begin(_ task: any NotebookTask, in notebook: Notebook, from session: Session, re: RequestID?) {
    session.openQueries += 1
    kernel.claim(Self.words(of: session.player))
    advance(
      RunningTask(
        task: task, notebook: notebook, player: session.player, session: session.id, format: session.format, re: re))
  }

  /// Does a slice of the task that has waited longest.
  func advanceTask() {
    guard let id = taskTimes.popDue(at: hub.now), let running = tasks.removeValue(forKey: id) else { return }
    advance(running)
  }

  private func advance(_ running: RunningTask) {
    // Whoever has been forgotten meanwhile has no words any more, and gets none.
    guard players.withID(running.player.id) === running.player else { return end(running, .failure(Self.forgotten)) }
    var budget = RunningTask.budget
    do throws(WireError) {
      let isFull = hub.journal.waitingLines >= RunningTask.mostWaitingLines
      let progress =
        isFull ? .waiting : try running.task.advance(running.notebook, of: running.player, &budget)
      switch progress {
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
    tasks[running.player.id] = running
    taskTimes.set(running.player.id, at: hub.now.adding(milliseconds: milliseconds))
  }

  private func end(_ running: RunningTask, _ result: Result<any Drawable, WireError>) {
    let session = sessions[running.session]
    session?.openQueries -= 1
    if let session {
      session.answering(in: running.format) {
        let ticket = hub.journal.pending(running.notebook.ticket)
        switch result {
        case .success(let answer) where session.player === running.player:
          hub.send(answer, to: session, answering: running.re, after: ticket)
        case .success: hub.send(ErrorMessage(Self.storageUnavailable), to: session, answering: running.re, after: 0)
        case .failure(let error): hub.send(ErrorMessage(error), to: session, answering: running.re, after: ticket)
        }
      }
    }
    release(Self.words(of: running.player))
    if let session { finishClosing(session) }
    if running.player.session == nil { closeNotebook(of: running.player) }
  }
}
