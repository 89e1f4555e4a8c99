// Answers to choose from, as buttons; and what they have turned out to be.

import { fill, h } from "./dom.js"
import { signColour, signShape } from "./signs.js"
import { tileClass } from "./tiles.js"

const words = { right: "right", blue: "your answer", red: "your answer, wrong" }

/// Whether a board has nothing to look at but what it asks.
const isInWords = (board) => Boolean(board?.prompt && !board.rows.length && !board.parts)

/// What is asked, and what is said besides; nothing of that on a board that asks for no choice and has more than words.
/// What an answer has earned comes last and large.
export function question(board) {
  if (!board?.choices?.length && !isInWords(board)) return undefined
  const { prompt, notes = [], data } = board
  const isJudged = data?.earned !== undefined
  return [h("b", { class: "question" }, prompt), h("small", {}, (isJudged ? notes.slice(0, -1) : notes).join(" · ")),
    isJudged && h("strong", { class: `verdict ${data.earned > 0 ? "good" : "bad"}` }, notes.at(-1))]
}

export class Choices {
  element = h("div", { class: "choices", role: "group", tabindex: "-1", "aria-label": "Answers" })
  #shown = ""
  #held

  /// `send(text)` is called with the text of a move.
  constructor(send) { this.send = send }

  /// Shows a board's answers; the same ones stay as they are, so that nobody loses a button under the finger.
  show(board) {
    const choices = board?.choices ?? []
    if (JSON.stringify(choices) === this.#shown) return
    this.#shown = JSON.stringify(choices)
    fill(this.element, ...choices.map((choice, index) => {
      const kind = choice.tile && tileClass(choice.tile)
      return h("button", { type: "button", disabled: !choice.move, "data-move": choice.move, "data-tile": kind, "data-sign": !kind && choice.move ? signColour(index) : undefined, onclick: () => this.send(choice.move) },
        h("i", { class: "sign", "data-tile": signColour(index) }, signShape(index)), h("b", {}, choice.move || `${index + 1}`), h("span", {}, choice.text,
          kind && words[kind] && h("span", { class: "unseen" }, ` (${words[kind]})`)))
    }))
  }

  /// Marks the answer that is on its way, and the others as not to be chosen; with nothing ends that. `words` say how it is.
  hold(move, words) {
    this.#held?.remove()
    this.element.classList.toggle("sending", move !== undefined)
    for (const button of this.element.children) {
      const isHeld = move !== undefined && button.dataset.move === move
      button.ariaDisabled = move === undefined || isHeld ? null : "true"
      button.classList.toggle("is-sent", isHeld)
      if (isHeld) button.append(this.#held = h("small", {}, words))
    }
  }

  /// A key of the computer's keyboard. Returns whether it chose an answer.
  take(board, key) {
    const choice = board?.choices?.find(({ move }) => move && move === key)
    if (choice) this.send(choice.move)
    return Boolean(choice)
  }
}
