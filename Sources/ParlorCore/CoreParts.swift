import Kernel
import WireProtocol

/// The parts of the core, each with its state and its requests. Each knows those before it, and none knows the
/// ``Parlor``: the caller passes the context in which features are notified.
struct CoreParts {
  let hub: Hub
  let players = PlayerDirectory()
  let sessions = SessionTable()
  let rooms: RoomDirectory
  let handled: HandledRequests
  let sessionParts: SessionParts
  let soloRooms: SoloRooms
  let passwords: PasswordService
  let fetcher: Fetcher
  let departures: Departures
  let midnight: Midnight
  let tasks: SlicedTasks
  let opening: RoomOpening
  let houseBots = HouseBots()
  let accounts: Accounts
  let roomRequests: RoomRequests
  let maintenance: MaintenanceRequests
  let reference: ReferenceRequests
  let textFront: TextFront
  private let ownerRequests: OwnerRequests
  private let houseRequests: HouseRequests
  private let operatorRequests: OperatorRequests
  private let exportRequests: ExportRequests
  private let timelineRequests: TimelineRequests
  private let pastRequests: PastRequests
  private let ratingRequests: RatingRequests
  private let statusRequest: StatusRequest

  init(_ hub: Hub) {
    self.hub = hub
    rooms = RoomDirectory(hub, players)
    let all = Directories(hub: hub, players: players, sessions: sessions, rooms: rooms)
    handled = HandledRequests(hub.kernel)
    sessionParts = SessionParts(sessions)
    soloRooms = SoloRooms(all)
    passwords = PasswordService(hub, players)
    fetcher = Fetcher(all, passwords)
    departures = Departures(all, soloRooms, sessionParts)
    midnight = Midnight(all, departures)
    tasks = SlicedTasks(all, fetcher, departures)
    opening = RoomOpening(all, soloRooms)
    accounts = Accounts(all, departures, fetcher, passwords)
    roomRequests = RoomRequests(all, soloRooms, opening, fetcher, houseBots)
    maintenance = MaintenanceRequests(all)
    reference = ReferenceRequests(hub, handled)
    textFront = TextFront(all, soloRooms, reference, handled)
    ownerRequests = OwnerRequests(all, houseBots)
    houseRequests = HouseRequests(all, houseBots)
    operatorRequests = OperatorRequests(all, departures, fetcher)
    exportRequests = ExportRequests(all, departures)
    timelineRequests = TimelineRequests(all)
    pastRequests = PastRequests(all)
    ratingRequests = RatingRequests(all)
    statusRequest = StatusRequest(all)
  }

  /// Those that carry out requests.
  private static var ofRequests: [Entry] {
    [
      Entry(\.departures), Entry(\.accounts), Entry(\.roomRequests), Entry(\.maintenance), Entry(\.reference),
      Entry(\.ownerRequests), Entry(\.houseRequests), Entry(\.operatorRequests), Entry(\.exportRequests),
      Entry(\.timelineRequests), Entry(\.pastRequests), Entry(\.ratingRequests), Entry(\.statusRequest),
    ]
  }

  /// A part, by its type and of an instance.
  private struct Entry {
    let rows: [RequestRow]
    let part: (CoreParts) -> any RequestPart

    init<Part: RequestPart>(_ path: KeyPath<CoreParts, Part>) {
      rows = Part.rows
      part = { $0[keyPath: path] }
    }
  }

  /// The handlers of the core's requests.
  var handlers: [RequestHandler] { Self.ofRequests.flatMap { $0.part(self).handlers } }

  /// The requests of the core; each has one owner.
  static var rows: [RequestRow] { ofRequests.flatMap(\.rows) }
}
