import GameKit
public import Kernel
import ParlorCore
import WireProtocol

/// A daily goal: three puzzles and the due words, a streak of days on which it was reached, with freezes, and an
/// optional weekly summary in the channel.
public struct Goal: Feature {
  public init() {}

  public static var documents: [DocumentForm] { [DocumentForm(GoalDocument.self)] }

  public func register(in kernel: Kernel) {
    let goals = DocumentTable<GoalDocument>()
    kernel.add(goals)
    kernel.contribute(GoalDesk.game)
    kernel.handleInSession { (request: Request.Goal, context) throws(WireError) in
      let desk = GoalDesk(goals, context.day)
      try desk.change(request, context)
      desk.settle()
      context.answer(desk.message(on: context.today))
    }
    kernel.handleInSession { (request: Request.GoalCalendar, context) throws(WireError) in
      context.answer(try GoalDesk(goals, context.day).month(request.month))
    }
    kernel.react { (done: DailyDone) in GoalDesk(goals, done.day).settle() }
    kernel.react { (due: WorkDue) in GoalDesk(goals, due.day).note(due) }
    kernel.react { (login: LoggedIn) in greet(GoalDesk(goals, login.context.day), login.context) }
    kernel.react { (taken: NameTaken) in greet(GoalDesk(goals, taken.context.day), taken.context) }
    kernel.react { (began: DayBegan) in
      for document in goals.all where document.state.sharedBefore != nil {
        if let day = began.day(ofPlayer: document.id.key) { GoalDesk(goals, day).shareWeek() }
      }
    }
  }

  /// Shows the day's progress to a returning player at a terminal.
  private func greet(_ desk: GoalDesk, _ context: SessionContext) {
    desk.settle()
    guard context.isText, desk.document.state != GoalState() else { return }
    context.send(desk.message(on: context.today))
  }
}
