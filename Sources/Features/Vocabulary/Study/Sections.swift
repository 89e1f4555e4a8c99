import ParlorCore
import WireProtocol

/// Sections of cards, page by page.
extension Notebook {
  /// Cards of a page.
  private static let cardsPerPage = 100

  /// A page of the current section, or of a new one.
  func section(_ request: Request.Section, _ context: SessionContext) throws(WireError) -> ShownSection {
    let language = try self.language(request.language)
    var section = section(request, of: language, context)
    if request.isSwapped || request.isInverted.map({ $0 != section.isInverted }) == true { section.invert() }
    // The side that the section shows, unless it was changed since: looking at the same section changes nothing.
    let isSame =
      self.section?.language == language.number
      && request == Request.Section(language: request.language, after: request.after)
    if !isSame { isInverted = section.isInverted }
    self.section = section
    let after = request.after.flatMap { after in section.numbers.firstIndex(of: after).map { $0 + 1 } } ?? 0
    let page = section.numbers.dropFirst(after).prefix(Self.cardsPerPage)
    let isLast = after + page.count >= section.numbers.count
    let answer = SectionAnswer(
      language: language.name, section: section.kind.rawValue, isInverted: section.isInverted,
      count: section.numbers.count,
      cards: page.compactMap { number in language[number].map { LearntCard(section.card(of: $0)) } },
      next: isLast ? nil : page.last)
    return ShownSection(message: answer, after: request.after)
  }

  private func section(
    _ request: Request.Section, of language: Language, _ context: SessionContext
  ) -> Section {
    let kind = request.kind.flatMap(Section.Kind.init(rawValue:))
    if let present = self.section, present.language == language.number, kind == nil || kind == present.kind {
      // A further page does not deal the section again; asking for it by name does.
      let isAnew = request.regenerates || (kind != nil && request.after == nil)
      return isAnew ? present.regenerated(from: language, seed: context.randomNumber()) : present
    }
    return Section(kind ?? .all, of: language, seed: context.randomNumber(), isInverted: request.isInverted ?? false)
  }

  /// Turns a card of the section.
  func turn(_ request: Request.Turn, _ context: SessionContext) throws(WireError) -> CardAnswer {
    let isTurned = request.isTurned
    let (word, language) = try self.word(request.word)
    var card = LearntCard(
      number: word.number, front: word.entry.original, isMarked: word.isMarked,
      back: isTurned ? LearntWord(word) : nil)
    if var section, section.language == language.number, section.numbers.contains(word.number) {
      if isTurned { section.reveal(word.number) } else { section.hide(word.number) }
      self.section = section
      card = LearntCard(section.card(of: word))
    }
    return CardAnswer(language: language.name, card: card)
  }
}

extension LearntCard {
  init(_ card: Card) {
    self.init(
      number: card.number, front: card.front, isMarked: card.isMarked, back: card.back.map { LearntWord($0) })
  }
}
