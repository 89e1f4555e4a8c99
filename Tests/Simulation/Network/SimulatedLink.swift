import ParlorCore

@testable import LineServer

/// One connection: two byte streams, with the server's real framing and output queue at its end.
final class SimulatedLink {
  let session: SessionID
  let client: Int
  /// The server process that it leads to.
  let life: Int
  let number: Int

  var framer = LineFramer()
  let output = OutputQueue(capacity: 512)
  var isOpenAtServer = false
  /// The core closes it after its output.
  var isClosing = false
  var isFinished = false
  var isDirty = false
  /// Too much is unsent: input waits here.
  var isSlow = false
  var unread: [[UInt8]] = []
  var hasUnreadEnd = false

  /// The client is logged in as its player.
  var isPlayers = false

  /// The latest planned arrivals: streams keep their order.
  var lastToServer: Int64 = 0
  var lastToClient: Int64 = 0
  /// Bytes in the kernels' buffers for the client.
  var onTheWay = 0

  /// Written and unsent: it goes with the next bytes.
  var outgoing: [UInt8] = []
  /// The server has died with all bytes on the way.
  var isCut = false
  var isOpenAtClient = true
  var isMute = false
  /// The capacity of the kernels' buffers.
  let window: Int
  /// How long the client leaves input unread.
  let laziness: Int64
  var partial: [UInt8] = []

  init(session: SessionID, client: Int, life: Int, number: Int, window: Int, laziness: Int64) {
    self.session = session
    self.client = client
    self.life = life
    self.number = number
    self.window = window
    self.laziness = laziness
  }
}

/// The end of a connection, as seen by the receiving side.
enum LinkEnd {
  case finished
  case reset
}
