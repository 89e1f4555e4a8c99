import GameKit
import ParlorCore
import Testing

@testable import Vocabulary

@Suite("FSRS-6")
struct FSRSTests {
  /// A review, and the stability and difficulty after it.
  typealias Step = (grade: Int, days: Int, stability: Double, difficulty: Double)

  /// Random reviews; the values are from py-fsrs 6.3.2.
  static let histories: [[Step]] = [
    [
      (3, 0, 2.3065, 2.11810397046),
      (2, 20, 20.6364972669, 4.75285848853),
      (1, 0, 6.00358380571, 8.26052863504),
      (4, 0, 9.64457448899, 7.66450673353),
      (3, 0, 9.64457448899, 7.6520705961),
      (4, 2, 15.7495910624, 6.85273037212),
      (1, 0, 4.66408658344, 8.95074224405),
      (3, 20, 14.0762616315, 8.9370198711),
      (1, 2, 1.39459948913, 9.63583402919),
    ],
    [
      (1, 0, 0.212, 6.4133),
      (4, 20, 7.76786914912, 5.20002036952),
      (1, 0, 2.40989253853, 8.40750770462),
      (2, 0, 2.40989253853, 8.92805777348),
      (4, 20, 15.9963808264, 8.55509300318),
      (1, 2, 1.48066969172, 9.51029726481),
      (1, 150, 0.806065716311, 9.82426641022),
      (2, 3, 1.50851934621, 9.86856822321),
      (3, 1, 2.13997287188, 9.85392802429),
    ],
    [
      (4, 0, 8.2956, 1),
      (1, 3, 1.27496389217, 7.0269895693),
      (4, 1, 5.38146664583, 6.01877639494),
      (1, 2, 0.901081952347, 8.67662724263),
      (3, 0, 0.953296403944, 8.66317898469),
      (4, 0, 1.72856878278, 8.20170406653),
      (4, 0, 3.01396908394, 7.58602573545),
      (4, 2, 9.37228795863, 6.76461639673),
      (3, 150, 66.8895515739, 6.75308014963),
    ],
    [
      (3, 0, 2.3065, 2.11810397046),
      (3, 60, 45.3423711772, 2.11121423579),
      (4, 60, 306.778962446, 1),
      (3, 3, 315.776848755, 1),
      (2, 1, 317.577938598, 4.0106089693),
      (2, 0, 317.577938598, 6.00919149749),
      (4, 3, 325.941578485, 4.66087763693),
      (4, 60, 520.824809978, 2.86202011559),
      (3, 60, 648.27523194, 2.85438646477),
    ],
    [
      (3, 0, 2.3065, 2.11810397046),
      (4, 0, 3.94605406797, 1),
      (1, 150, 1.57408722389, 7.0269895693),
      (3, 1, 3.79624352764, 7.01519094902),
      (3, 1, 6.00869715556, 7.00340412737),
      (3, 20, 26.0358781377, 6.99162909254),
      (1, 0, 7.45942270826, 8.99639730894),
      (4, 7, 17.767118975, 8.64626842677),
      (3, 7, 24.4800298467, 8.63285052764),
    ],
    [
      (4, 0, 8.2956, 1),
      (3, 60, 101.303955894, 1),
      (1, 0, 26.5420112106, 7.0269895693),
      (3, 60, 82.2215715703, 7.01519094902),
      (1, 0, 21.8402371893, 9.00414193094),
      (3, 60, 48.3476974395, 8.99036615831),
      (3, 20, 62.1038482941, 8.97660416145),
      (3, 0, 62.1038482941, 8.96285592658),
      (3, 7, 67.414658911, 8.94912143995),
    ],
  ]

  private func rating(_ grade: Int) -> Rating { Rating.allCases[grade - 1] }

  /// The memory states after reviews with these intervals in days.
  private func memories(_ reviews: [(grade: Int, days: Int)]) -> [Memory] {
    let fsrs = FSRS()
    var memories: [Memory] = []
    for (grade, days) in reviews {
      memories.append(
        memories.last.map { fsrs.memory(after: rating(grade), from: $0, days: days) }
          ?? fsrs.memory(after: rating(grade)))
    }
    return memories
  }

  @Test("Stability and difficulty equal those of the reference implementation", arguments: histories)
  func reference(history: [Step]) {
    for (memory, step) in zip(memories(history.map { ($0.grade, $0.days) }), history) {
      #expect(abs(memory.stability - step.stability) < step.stability * 1e-10)
      #expect(abs(memory.difficulty - step.difficulty) < 1e-10)
    }
  }

  /// The example shared by fsrs-rs, ts-fsrs and py-fsrs.
  @Test("The published example is reproduced to all digits")
  func published() throws {
    let memory = try #require(memories([(1, 0), (3, 0), (3, 1), (3, 3), (3, 8), (3, 21)]).last)
    #expect(abs(memory.stability - 53.62691) < 0.00001)
    #expect(abs(memory.difficulty - 6.3574867) < 0.0000005)
  }

  /// `test_review_card` of py-fsrs, where an `again` is due in minutes.
  @Test("A history of reviews on the due dates has the published intervals")
  func intervals() {
    let grades = [3, 3, 3, 3, 3, 3, 1, 1, 3, 3, 3, 3, 3]
    let expected = [2, 11, 46, 163, 498, 0, 0, 2, 4, 7, 12, 21]
    var day = Day(number: 100)
    var schedule = Schedule(after: .good, on: day, from: nil, by: FSRS())
    var intervals: [Int] = []
    for grade in grades.dropFirst() {
      schedule = Schedule(after: rating(grade), on: day, from: schedule, by: FSRS())
      intervals.append(schedule.due - day.number)
      day = Day(number: schedule.due)
    }
    #expect(intervals == expected)
    #expect(schedule.reviews == 13)
  }

  @Test(
    "Intervals follow the desired retention",
    arguments: [
      (70, [1, 2, 9, 23, 93, 498, 3390, 27864]), (80, [1, 1, 3, 8, 33, 178, 1210, 9948]),
      (85, [1, 1, 2, 5, 19, 102, 696, 5719]), (90, [1, 1, 1, 2, 10, 54, 365, 3000]),
      (95, [1, 1, 1, 1, 4, 22, 147, 1208]), (97, [1, 1, 1, 1, 2, 12, 81, 668]),
    ])
  func retentions(retention: Int, expected: [Int]) {
    let stabilities = [0.001, 0.2, 1, 2.5, 10, 53.6, 365, 3000]
    let fsrs = FSRS(retention: retention)
    let intervals = stabilities.map { fsrs.interval(of: Memory(stability: $0, difficulty: 5)) }
    #expect(intervals == expected)
  }

  @Test("Retrievability follows the published curve")
  func curve() {
    let memory = Memory(stability: 8.2956, difficulty: 1)
    let expected = [
      (0, 1.0), (1, 0.9829234388308534), (8, 0.9024733005284542), (30, 0.7917787593364196), (365, 0.5576673468369081),
      (3650, 0.39224278372446125),
    ]
    for (days, probability) in expected {
      #expect(abs(FSRS().retrievability(of: memory, days: days) - probability) < 1e-14)
    }
    #expect(FSRS().retrievability(of: memory, days: -5) == 1)
  }

  @Test("A word that was not recalled is due the same day, any other on a later one")
  func due() {
    let day = Day(number: 326)
    for rating in Rating.allCases {
      let first = Schedule(after: rating, on: day, from: nil, by: FSRS())
      #expect((first.due == day.number) == (rating == .again))
      let second = Schedule(after: rating, on: Day(number: 330), from: first, by: FSRS())
      #expect((second.due == 330) == (rating == .again))
      #expect(second.reviewed == 330)
    }
  }

  @Test("No stored value leads outside the ranges")
  func total() {
    for value in [0.0, -1, .infinity, -.infinity, .nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude] {
      let memory = Memory(stability: value, difficulty: value)
      for days in [Int.min, -1, 0, 1, .max] {
        for rating in Rating.allCases {
          let next = FSRS().memory(after: rating, from: memory, days: days)
          #expect((0.001...36_500).contains(next.stability))
          #expect((1...10).contains(next.difficulty))
          #expect((1...36_500).contains(FSRS().interval(of: next)))
        }
      }
      let odd = Schedule(memory: memory, first: .min, reviewed: .min, due: .max, reviews: .max)
      #expect(Schedule(after: .good, on: Day(number: 1), from: odd, by: FSRS()).due > 1)
    }
    #expect(FSRS(retention: 0).retention == 70)
    #expect(FSRS(retention: .max).retention == 97)
  }
}

@Suite("Exponential and logarithm")
struct RealFunctionsTests {
  @Test("They equal correctly rounded values to within some units in the last place")
  func figures() {
    let exponentials: [(Double, Double)] = [
      (0, 1), (1, 2.718281828459045), (-1, 0.36787944117144233), (0.5425, 1.720302246333327),
      (-20, 2.061153622438558e-09), (100, 2.6881171418161356e43), (-700, 9.85967654375977e-305),
    ]
    for (power, expected) in exponentials {
      #expect(abs(RealFunctions.exponential(power) - expected) <= expected * 1e-15)
    }
    let logarithms: [(Double, Double)] = [
      (1, 0), (2, 0.6931471805599453), (10, 2.302585092994046), (0.001, -6.907755278982137),
      (36_500, 10.505067539570582), (0.9, -0.10536051565782628),
    ]
    for (value, expected) in logarithms {
      #expect(abs(RealFunctions.logarithm(value) - expected) <= abs(expected) * 1e-15)
    }
  }

  @Test("Undefined values are NaN or infinite")
  func edges() {
    #expect(RealFunctions.exponential(-1000) == 0)
    #expect(RealFunctions.exponential(1000) == .infinity)
    #expect(RealFunctions.exponential(.nan).isNaN)
    #expect(RealFunctions.logarithm(0) == -.infinity)
    #expect(RealFunctions.logarithm(-1).isNaN)
    #expect(RealFunctions.logarithm(.infinity) == .infinity)
  }
}
