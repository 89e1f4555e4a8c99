import ParlorCore

@testable import LineServer

/// One connection: two streams of bytes, with the server's real framing and output queue at its end.
final class SimulatedLink {
  let session: SessionID
  let client: Int
  /// The run of the server that it leads to.
  let life: Int
  let number: Int

  var framer = LineFramer()
  let output = OutputQueue(capacity: 512)
  var isOpenAtServer = false
  /// The core wants it closed once its output has left.
  var isClosing = false
  var isFinished = false
  var isDirty = false
  /// Too much is unsent: what comes in waits here.
  var isSlow = false
  var unread: [[UInt8]] = []
  var hasUnreadEnd = false

  /// The client is known to be the player that it says it is.
  var isPlayers = false

  /// The latest arrivals that are planned: streams keep their order.
  var lastToServer: Int64 = 0
  var lastToClient: Int64 = 0
  /// Bytes that the kernels hold for the client.
  var onTheWay = 0

  /// Written, and not sent yet: it goes with the next bytes.
  var outgoing: [UInt8] = []
  /// The server has died and what was on the way died with it.
  var isCut = false
  var isOpenAtClient = true
  var isMute = false
  /// How much the kernels take before the client reads.
  let window: Int
  /// How long the client leaves what has come unread.
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

/// How a connection ends, as the side that it reaches sees it.
enum LinkEnd {
  case finished
  case reset
}
