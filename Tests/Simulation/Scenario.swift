import ParlorCore

/// A seed's world: its clients, network and disk.
struct Scenario {
  let seed: UInt64
  /// The number of steps before everybody stops and the final checks run.
  var steps: Int
  var people: Int
  /// How many of ten thousand clients idle, read slowly, flood, type, rot; the others play.
  var habits: [(Person.Habit, Int)]
  /// Between two actions of one client, in milliseconds.
  var pause: Int
  /// Between two crashes, two failures of the disk, two lost connections, in milliseconds; 0 for none.
  var crashes: Int
  var diskFailures: Int
  var resets: Int
  /// Between two foreign appends to the log, in milliseconds; 0 for none.
  var fences: Int
  /// The longest latency, in milliseconds.
  var latency: Int
  /// The usual duration of a commit, in milliseconds.
  var commit: Int
  var startsAt: Int64
  var limits = Limits()
  var isMarked: Bool
  /// The least number of facts between snapshots of a room.
  var snapshotFacts = 128
  /// How long boards of the day stay in memory.
  var boardSeconds = 60
  var plant: Plant?

  /// Day 324 at midnight, UTC.
  private static let midnight: Int64 = 1_795_132_800_000

  /// The worlds with foreign appends: none of those that were recorded before there were any.
  private static let fenced: Set<UInt64> = [4, 5, 6, 15]

  init(seed: UInt64, steps: Int, plant: Plant? = nil) {
    self.seed = seed
    self.steps = steps
    self.plant = plant
    var chance = SimulationChance(seed: seed &* 0x2545_F491_4F6C_DD1D)
    let isCrowd = plant == nil && steps >= 12_000 && chance.oneIn(20)
    people = isCrowd ? chance.within(1500...4000) : [8, 20, 20, 60][chance.below(4)]
    habits = [
      (.idling, isCrowd ? 9000 : 800), (.reading, isCrowd ? 100 : 500), (.flooding, isCrowd ? 20 : 300),
      (.typing, isCrowd ? 200 : 600), (.rotting, isCrowd ? 50 : 400),
    ]
    pause = isCrowd ? 20_000 : [400, 1500, 4000][chance.below(3)]
    let isCalm = chance.oneIn(6)
    crashes = isCalm ? 0 : [20_000, 60_000, 240_000][chance.below(3)]
    diskFailures = isCalm ? 0 : [0, 10_000, 40_000, 120_000][chance.below(4)]
    resets = isCalm ? 0 : [10_000, 40_000, 200_000][chance.below(3)]
    fences = plant == .ignoresFences || plant == nil && Self.fenced.contains(seed % 16) ? 20_000 : 0
    latency = [2, 40, 300][chance.below(3)]
    commit = [1, 5, 40][chance.below(3)]
    // Half of all days are about to end.
    let ofDay = chance.oneIn(2) ? 86_400_000 - chance.below(200_000) : chance.below(86_400_000)
    startsAt = Self.midnight + Int64(ofDay)
    isMarked = plant != nil || !chance.oneIn(12)
    limits.digestMembers = [2, 4, 8, 64][chance.below(4)]
    limits.resumeEvents = [8, 32, 256][chance.below(3)]
    limits.seatSeconds = [5, 30, 120][chance.below(3)]
    if plant == .forgetsDays {
      startsAt = Self.midnight + Int64(86_400_000 - chance.below(60_000))
      crashes = 20_000
    }
    limits.passwordCost = 4
    // Other planted bugs do not need accounts.
    if plant == nil { habits.append((.learning, isCrowd ? 50 : 500)) }
    if plant?.isOfAccounts == true { habits = [(.learning, 6000)] }
    if plant == .keepsAllOutput { habits = [(.reading, 5000)] }
    limits.newNamesPerAddress = 1000
    limits.outputSoftBytes = 16_384
    limits.outputHardBytes = 65_536
    limits.lineBytes = 4096
    limits.connections = 20_000
    if chance.oneIn(3) { limits.commandsPerSecond = 2 }
    snapshotFacts = [4, 16, 128, 1_000_000][plant == nil ? chance.below(4) : 0]
    // Independent of the other random choices, so that recorded worlds stay the same.
    boardSeconds = [1, 5, 60][Int(seed % 3)]
  }
}
