import CustomPuzzles
public import Kernel
public import ParlorCore
import Analysis
import Arena
import Channel
import Goal
import Order
import Pairing
import Polls
import Scores
import Statistics
import Trials
import Vocabulary

/// The features of the server: everything besides rooms and games.
public enum FeatureList {
  /// The settings of features.
  public struct Settings: Sendable {
    /// The token for the operator's changes.
    public let operatorToken: AccessToken
    /// The server's limits.
    public let limits: Limits

    /// Settings for all features.
    public init(operatorToken: AccessToken, limits: Limits) {
      self.operatorToken = operatorToken
      self.limits = limits
    }
  }

  private static let entries = [
    FeatureEntry { Scores(token: $0.operatorToken, most: $0.limits.scores) },
    FeatureEntry { _ in Trials() },
    FeatureEntry { _ in Channel() },
    FeatureEntry { _ in Polls() },
    FeatureEntry { _ in CustomPuzzles() },
    FeatureEntry { _ in Pairing() },
    FeatureEntry { _ in Order() },
    FeatureEntry { _ in Vocabulary() },
    FeatureEntry { _ in Analysis() },
    FeatureEntry { _ in Goal() },
    FeatureEntry { _ in Statistics() },
    FeatureEntry { _ in Arena() },
  ]

  /// The names of all features, which are those of their types, targets and folders.
  public static var names: [String] { entries.map(\.name) }

  /// The documents of all features, which storage needs before there are settings.
  public static var documents: [DocumentForm] { entries.flatMap(\.documents) }

  /// All features, in order.
  public static func features(_ settings: Settings) -> [any Feature] { entries.map { $0.make(settings) } }
}

/// An entry of the list, with its initialiser.
private struct FeatureEntry: Sendable {
  let name: String
  let documents: [DocumentForm]
  let make: @Sendable (FeatureList.Settings) -> any Feature

  init<Made: Feature>(_ make: @escaping @Sendable (FeatureList.Settings) -> Made) {
    name = String(describing: Made.self)
    documents = Made.documents
    self.make = make
  }
}
