import Kernel
import TextMode
package import WireProtocol

/// A feature's task that would block the loop for long: it is done in slices.
package protocol SlicedTask: AnyObject {
  /// The commit that its answer depends on.
  var ticket: CommitTicket { get }
  /// Does as much as the budget allows.
  func advance(_ context: PlayerContext, _ budget: inout Int) throws(WireError) -> TaskProgress
}

package enum TaskProgress {
  /// There is more to do.
  case more
  /// There is more to do, but not now: it waits for a slow reader, or for storage.
  case waiting
  /// All is done.
  case done(any Drawable)
}

/// A running task, and the session to be answered.
private struct RunningTask {
  let task: any SlicedTask
  /// The claimed document.
  let document: DocumentID
  let session: SessionID
  let player: Player
  let format: Session.Format
  let re: RequestID?

  /// The cost of a slice: about a microsecond each for texts with few accents.
  static let budget = 400
  /// Milliseconds between two slices, and while a task waits.
  static let (pause, longPause): (Int64, Int64) = (2, 50)
  /// The number of pending facts at which tasks wait for the disk.
  static let mostWaitingLines = 2000
}

/// The running tasks by document, and when their next slices are due.
final class SlicedTasks: CorePart {
  private let fetcher: Fetcher
  private let departures: Departures
  private var running: [DocumentID: RunningTask] = [:]
  private var times = DeadlineQueue<DocumentID>()

  init(_ all: Directories, _ fetcher: Fetcher, _ departures: Departures) {
    (self.fetcher, self.departures) = (fetcher, departures)
    super.init(all)
  }

  var count: Int { running.count }
  /// When the next slice is due.
  var nextDeadline: Instant? { times.next }

  /// Begins a task on a document of the player, whose result is the answer.
  func begin(_ task: any SlicedTask, on document: DocumentID, _ context: SessionContext) {
    let session = context.session
    session.pending.count += 1
    hub.kernel.claim(document)
    advance(
      RunningTask(
        task: task, document: document, session: session.id, player: session.player, format: session.format,
        re: context.re),
      context.server)
  }

  /// Runs a slice of the longest waiting task.
  func advance(_ server: ServerContext) {
    guard let id = times.popDue(at: hub.now), let next = running.removeValue(forKey: id) else { return }
    advance(next, server)
  }

  private func advance(_ running: RunningTask, _ server: ServerContext) {
    // A player who has been forgotten has no document any more, and gets none.
    guard players.withID(running.player.id) === running.player else {
      return end(running, .failure(Self.forgotten), server)
    }
    let context = PlayerContext(parlor: server.parlor, player: running.player, session: running.session)
    var budget = RunningTask.budget
    do throws(WireError) {
      let isFull = hub.journal.waitingLines >= RunningTask.mostWaitingLines
      switch isFull ? .waiting : try running.task.advance(context, &budget) {
      case .more: goOn(running, in: RunningTask.pause)
      case .waiting: goOn(running, in: RunningTask.longPause)
      case .done(let answer): end(running, .success(answer), server)
      }
    } catch {
      end(running, .failure(error), server)
    }
  }

  private static let forgotten = WireError(.notNamed, "You have been forgotten meanwhile")

  private func goOn(_ running: RunningTask, in milliseconds: Int64) {
    self.running[running.document] = running
    times.set(running.document, at: hub.now.adding(milliseconds: milliseconds))
  }

  private func end(_ running: RunningTask, _ result: Result<any Drawable, WireError>, _ server: ServerContext) {
    let session = sessions[running.session]
    session?.pending.count -= 1
    if let session { answer(running, result, to: session) }
    fetcher.release(running.document)
    if let session { departures.finishClosing(session, server) }
    guard running.player.session == nil else { return }
    hub.kernel.unload(running.document) { [hub] in hub.journal.pending($0) == 0 }
  }

  private func answer(_ running: RunningTask, _ result: Result<any Drawable, WireError>, to session: Session) {
    session.answering(in: running.format) {
      let ticket = hub.journal.pending(running.task.ticket)
      switch result {
      case .success(let answer) where session.player === running.player:
        hub.send(answer, to: session, answering: running.re, after: ticket)
      case .success:
        hub.send(ErrorMessage(Parlor.storageUnavailable), to: session, answering: running.re, after: 0)
      case .failure(let error): hub.send(ErrorMessage(error), to: session, answering: running.re, after: ticket)
      }
    }
  }
}
