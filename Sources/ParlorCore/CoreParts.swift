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
  private let others: [any RequestPart]

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
    others = [
      OwnerRequests(all, houseBots), HouseRequests(all, houseBots), OperatorRequests(all, departures, fetcher),
      ExportRequests(all, departures), TimelineRequests(all), PastRequests(all), RatingRequests(all),
      StatusRequest(all),
    ]
  }

  /// Those with requests.
  var ofRequests: [any RequestPart] { [departures, accounts, roomRequests, maintenance, reference] + others }

  /// The requests of the core; each has one owner.
  static let rows: [RequestRow] =
    Departures.rows + Accounts.rows + RoomRequests.rows + MaintenanceRequests.rows + ReferenceRequests.rows
    + OwnerRequests.rows + HouseRequests.rows + OperatorRequests.rows + ExportRequests.rows + TimelineRequests.rows
    + PastRequests.rows + RatingRequests.rows + StatusRequest.rows
}
