// A quiz on a big screen, led by who has opened its room and has no seat: how to come in, the question, how many have
// answered, what was right, and the first three. Everything is to be read from the back of a classroom.

import { save } from "./ending.js"
import { characters, fill, h, plural, toast } from "./dom.js"
import { aboutPlayer } from "./person.js"
import { qrCode } from "./qr.js"
import { signColour, signShape } from "./signs.js"
import { askForCode, invitation, turnedAway } from "./waiting.js"

const mostNames = 48

export class Host {
  element = h("section", { class: "host" })
  #line
  #code
  #joined = null
  #timer = 0
  /// What was last told of a question that is over: how many were right.
  #right = 0

  constructor(line, name, code) {
    [this.#line, this.name, this.title, this.#code] = [line, name, name, code]
  }

  async open() {
    try {
      await this.#line.enter(this.name, { watching: true, ...(this.#code ? { code: this.#code } : {}) })
    } catch (refusal) {
      if (refusal.code === "lost") throw refusal
      this.isOver = true
      fill(this.element, refusal.code === "wrong_code" ? askForCode(this.name, Boolean(this.#code), "host") : turnedAway(this.name, refusal))
    }
  }

  close() { clearInterval(this.#timer) }

  hear(message) {
    if (message.room !== this.name || (!this.#joined && message.type !== "joined")) return
    const { type, player, board } = message
    if (type === "joined") this.#joined = message
    else if (type === "round") Object.assign(this.#joined, { board, standings: undefined })
    else if (type === "moved" && board && !message.isOld) {
      this.#joined.board = board
      if (message.turn?.right !== undefined) this.#right = message.turn.right
    } else if (type === "round_over") this.#joined.standings = message.standings
    else if (type === "entered" && !message.watching) this.#joined.players = [...this.#joined.players.filter((one) => one !== player), player]
    else if (type === "left") this.#joined.players = this.#joined.players.filter((one) => one !== player)
    else if (type === "renamed") this.#joined.players = this.#joined.players.map((one) => one === player ? message.name : one)
    else if (type === "owner") this.#joined.owner = player
    else return
    this.#show()
  }

  get #isOwner() { return this.#joined.owner === this.#joined.you }

  #show() {
    const { board, standings } = this.#joined
    const phase = board?.data?.phase
    const isAsked = phase === "question" || phase === "answer"
    clearInterval(this.#timer)
    fill(this.element, isAsked ? this.#question(board, phase) : standings?.length ? this.#podium(standings) : this.#entrance(), this.#controls(isAsked, board))
    if (isAsked) this.#runClock(board)
  }

  // Before the start.

  #entrance() {
    const { players } = this.#joined
    const address = invitation(this.name, this.#joined.code ?? this.#code)
    return h("div", { class: "entrance" },
      h("div", { class: "how" }, code(address),
        h("dl", {}, h("dt", {}, "Address"), h("dd", {}, location.host), h("dt", {}, "Room"), h("dd", { class: "huge" }, this.name),
          this.#joined.code && [h("dt", {}, "Code"), h("dd", { class: "huge" }, this.#joined.code)])),
      h("h1", { "aria-live": "polite" }, players.length ? `${plural(players.length, "player")} here` : "Nobody is here yet"),
      h("ul", { class: "names" }, players.slice(0, mostNames).map((name) => h("li", {}, this.#isOwner
        ? h("button", { class: "name", onclick: () => aboutPlayer(this.#line, name, { room: this.name, player: name }, [["Send away", () => this.#ask("kick", { player: name })]]) }, name)
        : name)),
        players.length > mostNames && h("li", {}, `and ${players.length - mostNames} more`)))
  }

  // A question.

  #question({ data, choices }, phase) {
    const isOver = phase === "answer"
    return h("div", { class: "asked" },
      h("p", { class: "top" }, h("span", {}, `Question ${data.question} of ${data.of}`),
        h("b", { "aria-live": "polite" }, data.paused ? "Paused" : isOver ? "" : `${data.answered} of ${data.players} answered`)),
      h("div", { class: "time", role: "presentation" }, h("i")),
      h("h1", { "aria-live": "polite" }, data.text),
      h("ol", { class: "answers" }, choices.map(({ text, tile }, index) => {
        const isRight = tile === "🟩"
        // A long word gets smaller letters and is not broken.
        const longest = Math.max(...text.split(" ").map((word) => characters(word).length))
        return h("li", { "data-tile": isOver && !isRight ? "other" : signColour(index), class: isRight ? "is-right" : "", style: `--fit:${Math.min(1, 11 / longest)}` },
          signShape(index), h("b", {}, index + 1), h("span", {}, text), isRight && h("strong", {}, "✓"))
      })),
      isOver && this.#histogram(data))
  }

  /// How many were right, wrong, or did not answer.
  #histogram({ answered, players }) {
    const bars = [["right", "right", this.#right], ["red", "wrong", answered - this.#right], ["absent", "no answer", players - answered]]
    return h("ul", { class: "histogram" }, bars.map(([tile, label, count]) => h("li", {},
      h("b", {}, count), h("i", { "data-tile": tile, style: `--part:${players ? count / players : 0}` }), h("span", {}, label))))
  }

  /// The bar that shrinks.
  #runClock({ ends_in_ms: left, data }) {
    const bar = this.element.querySelector(".time i")
    if (left === undefined || data.phase !== "question") return bar.parentElement.classList.add("over")
    const whole = Math.max(left, (this.#joined.settings?.seconds ?? 0) * 1000)
    const end = Date.now() + left
    const draw = () => { bar.style.transform = `scaleX(${Math.max(0, end - Date.now()) / whole})` }
    draw()
    this.#timer = setInterval(draw, 200)
  }

  // The end.

  #podium(standings) {
    const three = standings.slice(0, 3).map((one, index) => ({ ...one, place: one.outcome?.place ?? one.place ?? index + 1 }))
    return h("div", { class: "podium" }, h("h1", {}, "The first three"),
      h("ol", {}, three.map(({ player, outcome, place }, index) => h("li", { class: `step-${index + 1}` },
        h("b", {}, player), h("span", {}, outcome?.points === undefined ? "" : `${outcome.points} points`), h("i", { "data-tile": ["elsewhere", "blue", "brown"][index] }, `${place}.`)))))
  }

  #controls(isAsked, board) {
    const button = (words, type, fields, kind = "") => h("button", { class: kind, onclick: () => this.#ask(type, fields) }, words)
    const { standings, players } = this.#joined
    const isPaused = Boolean(board?.data?.paused)
    const own = !this.#isOwner ? [] : isAsked
      ? [button(isPaused ? "Go on" : "Pause", "pause", { paused: !isPaused }), button("Skip", "skip"), button("End it", "stop")]
      : [players.length > 0 && button(standings ? "Next round" : "Start", "start", {}, "primary")]
    return h("p", { class: "buttons" }, own,
      standings && h("button", { onclick: () => this.#saveResults() }, "Results as a table"),
      h("button", { onclick: () => this.#fill() }, "Whole screen"),
      h("a", { class: "button", href: `#/room/${encodeURIComponent(this.name)}` }, "Leave this screen"))
  }

  #fill() {
    if (document.fullscreenElement) document.exitFullscreen()
    else this.element.requestFullscreen?.().catch(() => {})
  }

  async #saveResults() {
    const results = await this.#ask("results")
    if (results) save(results.csv, `${this.name}-${results.n}.csv`)
  }

  async #ask(type, fields = {}) {
    try { return await this.#line.ask(type, { room: this.name, ...fields }) } catch (refusal) { toast(refusal.message, "bad") }
  }
}

/// The QR code of an address, with the quiet zone that readers need.
function code(address) {
  const rows = qrCode(address)
  const size = rows.length + 8
  const path = rows.flatMap((row, y) => row.map((isDark, x) => isDark ? `M${x + 4} ${y + 4}h1v1h-1z` : "")).join("")
  return h("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": `QR code of ${address}`, "shape-rendering": "crispEdges" },
    h("path", { d: `M0 0h${size}v${size}H0z`, fill: "#fff" }), h("path", { d: path, fill: "#000" }))
}
