import FeatureList
package import Testing

extension Trait where Self == ConditionTrait {
  /// A test that is disabled where the server is built without a feature: see `.ci/without`.
  package static func needs(_ feature: String) -> ConditionTrait {
    .enabled(if: FeatureList.names.contains(feature), "the feature \(feature) is left out")
  }
}
