// A quiz on a big screen, led by who has opened its room and has no seat: how to come in, the question, how many have
// answered, what was right, and the first three. Everything is to be read from the back of a classroom.

import { saveResults } from "./ending.js"
import { at, button, characters, confirm, dialog, fill, h, plural, toast } from "./dom.js"
import { follow, headcount, isSameName, nickname, shownName } from "./model.js"
import { pauseQuiz } from "./leading.js"
import { everybody } from "./person.js"
import { qrCode } from "./qr.js"
import { signColour, signShape } from "./signs.js"
import { askForCode, invitation, turnedAway } from "./waiting.js"

const mostNames = 48
/// So many names have room beside a large QR code.
const fewNames = 12
const mostLeaders = 5
/// Whether the address of this page leads others to themselves.
const isOnlyHere = /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname)
/// How long after a change of the stage a press on "Skip" is still meant for what stood there before, in milliseconds.
const skipPause = 700

export class Host {
  element = h("section", { class: "host" })
  #line
  #code
  #joined = null
  #timer = 0
  /// The board whose clock runs.
  #timed
  // What stays as long as it shows the same, so that a finger or a screen reader does not lose it.
  #stage = h("div", { class: "stage" })
  #buttons = h("p", { class: "buttons" })
  #spoken = h("p", { class: "spoken", role: "status" })
  #stageKey = ""
  #buttonsKey = ""
  #changedAt = 0
  #hasSentAway = false

  constructor(line, name, code) {
    [this.#line, this.name, this.title, this.#code] = [line, name, name, code]
    fill(this.element, this.#spoken, this.#stage, this.#buttons)
    new ResizeObserver(() => {
      this.#room = mostNames
      if (this.#stage.querySelector(".names")) this.#showNames()
    }).observe(this.#stage)
  }

  async open() {
    try {
      // A room has its name in one case only.
      this.name = (await this.#line.enter(this.name, { watching: true, code: this.#code })).room
    } catch (refusal) {
      if (refusal.code === "lost") throw refusal
      this.isOver = true
      fill(this.element, h("h1", {}, this.name), refusal.code === "wrong_code" ? askForCode(this.name, Boolean(this.#code), "host") : turnedAway(this.name, refusal))
    }
  }

  close() { clearInterval(this.#timer) }

  hear(message) {
    if (message.type === "joined" && isSameName(message.room, this.name)) this.name = message.room
    if (message.room !== this.name || (!this.#joined && message.type !== "joined")) return
    const wasOwner = this.#joined && this.#isOwner
    if (message.type === "joined") this.#joined = message
    else follow(this.#joined, message)
    if (message.type === "left" && message.reason === "kicked") this.#hasSentAway = true
    if (wasOwner && !this.#isOwner) toast(`${this.#joined.owner ?? "Nobody"} leads ${this.name} now: you were away for too long`, "bad")
    this.#show()
    if (message.type === "locked") this.#spoken.textContent = message.locked ? `${this.name} is locked: nobody new comes in` : `${this.name} lets others in again`
  }

  get #isOwner() { return this.#joined.owner === this.#joined.you }
  get #count() { return headcount(this.#joined) }

  #show() {
    const { board, standings } = this.#joined
    const phase = board?.data?.phase
    const isAsked = !standings && (phase === "question" || phase === "answer")
    const key = standings ? "podium" : isAsked ? `${this.#joined.round} ${board.data.question} ${phase}` : this.#joined.locked ? "locked" : "entrance"
    if (key !== this.#stageKey) {
      [this.#stageKey, this.#changedAt] = [key, performance.now()]
      fill(this.#stage, standings ? this.#podium(standings) : isAsked ? this.#question(board, phase) : this.#entrance())
      if (isAsked && phase === "question") this.#spoken.textContent = board.data.text
    }
    if (isAsked) this.#showProgress(board, phase)
    else if (!standings) this.#showNames()
    this.#showButtons(isAsked, Boolean(board?.data?.paused))
  }

  // Before the start.

  #entrance() {
    const address = invitation(this.name, this.#joined.code ?? this.#code)
    // Who is not let in is not invited.
    return h("div", { class: "entrance" }, this.#joined.locked
      ? h("div", { class: "how" }, h("dl", {}, h("dt", {}, "Room"), h("dd", { class: "huge" }, this.name), h("dd", {}, "Locked: nobody new comes in")))
      : h("div", { class: "how" }, code(address),
        h("dl", {}, h("dt", {}, "Address"), h("dd", {}, location.host, isOnlyHere && h("small", { class: "bad" }, "No phone reaches that: use the machine’s address")), h("dt", {}, "Room"), h("dd", { class: "huge" }, this.name),
          this.#joined.code && [h("dt", {}, "Code"), h("dd", { class: "huge" }, this.#joined.code)])),
      h("h1"), h("ul", { class: "names" }))
  }

  /// Who is here. A name stays where it is, so that it can be tapped while others come.
  #showNames() {
    const list = this.#stage.querySelector(".names")
    // Once a class is in, its names matter more than the way in.
    this.#stage.firstChild.classList.toggle("many", this.#count > fewNames)
    const [title, words] = [this.#stage.querySelector("h1"), this.#count ? `${plural(this.#count, "player")} here` : "Nobody is here yet"]
    if (title.textContent !== words) title.textContent = this.#spoken.textContent = words
    const shown = this.#joined.players.slice(0, this.#room)
    const old = new Map([...list.children].map((item) => [item.dataset.key, item]))
    const item = (name) => {
      const key = `${this.#isOwner} ${name}`
      return old.get(key) ?? h("li", { "data-key": key }, this.#isOwner
        ? button(this.#shown(name), () => this.#aboutPlayer(name), { class: "name" }) : this.#shown(name))
    }
    const items = shown.map(item)
    const rest = this.#count - shown.length
    this.#more.firstChild.textContent = `and ${rest} more`
    if (rest > 0) items.push(this.#more)
    if (items.length !== list.children.length || items.some((one, index) => one !== list.children[index])) fill(list, ...items)
    if (shown.length === 0 || list.scrollHeight <= list.clientHeight + 1) return
    // Nobody can reach what is below the edge of the screen.
    this.#room = shown.length - 1
    this.#showNames()
  }
  /// For how many names there is room.
  #room = mostNames
  #more = h("li", {}, button("", () => everybody(`${plural(this.#count, "player")} here`, this.#joined.players, this.#count, (name) => this.#aboutPlayer(name)), { class: "name" }))

  #shown(name) { return shownName(name, this.#joined.players) }

  /// What whoever leads can do about a player, before the eyes of all.
  #aboutPlayer(name) {
    if (!this.#isOwner) return
    const act = (words, type) => button(words, () => {
      box.close()
      return this.#ask(type, { player: name })
    })
    const box = dialog(this.#shown(name), h("p", { class: "choices" }, nickname(name) && act("Ask for another name", "remove_nickname"), act("Send away", "kick")))
  }

  /// Who was sent away, to be let in again.
  async #showAway() {
    const { kicked = [] } = await this.#ask("who")
    const box = dialog("Sent away", kicked.length ? "Who may come in again?" : "Nobody is kept out.", h("p", { class: "choices" }, kicked.map((name) => button(shownName(name), async () => {
      box.close()
      await this.#ask("kick", { player: name, kicked: false })
      toast(`${shownName(name)} may come in again`, "good")
    }))))
  }

  // A question.

  #question({ data, choices, seats = [] }, phase) {
    const { chosen_by } = data
    const isOver = phase === "answer"
    return h("div", { class: "asked" },
      h("p", { class: "top" }, h("span", {}, `Question ${data.question} of ${data.of}`), h("b")),
      h("div", { class: "time", role: "presentation" }, h("i")),
      h("h1", { style: `--fit:${Math.min(1, Math.sqrt(40 / characters(data.text).length))}` }, data.text),
      h("ol", { class: "answers" }, choices.map(({ text, tile }, index) => {
        const isRight = tile === "🟩"
        // A long word gets smaller letters and is not broken.
        const longest = Math.max(...text.split(" ").map((word) => characters(word).length))
        const fit = Math.min(1, 11 / longest, Math.sqrt(24 / characters(text).length))
        return h("li", { "data-tile": isOver && !isRight ? "other" : signColour(index), class: isRight ? "is-right" : "", style: `--fit:${fit}` },
          signShape(index), h("b", {}, index + 1), h("span", {}, text), isOver && h("strong", {}, isRight && "✓", " ", h("small", { "aria-label": `${chosen_by?.[index] ?? 0} chose it` }, chosen_by?.[index])))
      })),
      isOver && this.#histogram(data), isOver && this.#leaders(seats))
  }

  /// Who is ahead so far.
  #leaders(seats) {
    const ahead = seats.filter(({ score }) => score > 0).slice(0, mostLeaders)
    return h("ol", { class: "leaders", "aria-label": "Who is ahead" }, ahead.map(({ player, score }) => h("li", {}, h("bdi", {}, this.#shown(player)), " ", h("b", {}, score))))
  }

  /// What changes while a question is on the stage: how many have answered, whether it is paused, the time.
  #showProgress(board, phase) {
    const { paused, answered, players } = board.data
    this.#stage.querySelector(".top b").textContent = paused ? "Paused" : phase === "answer" ? "" : `${answered} of ${players} answered`
    this.#runClock(board)
  }

  /// How many were right, wrong, or did not answer.
  #histogram({ answered, players, right }) {
    // A question that was stopped counts for nobody.
    const judged = right === undefined ? [["blue", "answered", answered]] : [["right", "right", right], ["red", "wrong", answered - right]]
    const bars = [...judged, ["absent", "no answer", players - answered]]
    return h("ul", { class: "histogram" }, bars.map(([tile, label, count]) => h("li", {},
      h("b", {}, count), h("i", { "data-tile": tile, style: `--part:${players ? count / players : 0}` }), h("span", {}, label))))
  }

  /// The bar that shrinks.
  #runClock(board) {
    // The remaining time came with the board; other events do not change it.
    if (board === this.#timed) return
    this.#timed = board
    clearInterval(this.#timer)
    const { ends_in_ms: left, data } = board
    const bar = this.element.querySelector(".time i")
    if (left === undefined || data.phase !== "question") return bar.parentElement.classList.add("over")
    const whole = Math.max(left, (this.#joined.settings?.seconds ?? 0) * 1000)
    const end = Date.now() + left
    const draw = () => { bar.style.transform = `scaleX(${Math.max(0, end - Date.now()) / whole})` }
    draw()
    this.#timer = setInterval(draw, 200)
  }

  // The end.

  /// Nobody without points stands on it. Of a quiz that was ended early only `progress` has the points.
  #podium(standings) {
    const three = standings.map(({ player, outcome, place, progress }, index) =>
      ({ player, points: outcome?.points ?? progress ?? 0, place: outcome?.place ?? place ?? index + 1 }))
      .filter(({ points }) => points > 0).slice(0, 3)
    return h("div", { class: "podium" }, h("h1", {}, ["Nobody has points", "The first", "The first two", "The first three"][three.length]),
      // What was right the last time: the end of the match came with it.
      h("p", { class: "top" }, this.#joined.board?.notes?.join(" · ")),
      h("ol", {}, three.map(({ player, points, place }, index) => h("li", { class: `step-${index + 1}`, style: `--place:${place}` },
        h("b", {}, this.#shown(player)), h("span", {}, plural(points, "point")), h("i", { "data-tile": ["elsewhere", "blue", "brown"][place - 1] }, `${place}.`)))))
  }

  #showButtons(isAsked, isPaused) {
    const key = [this.#joined.owner, this.#joined.locked, this.#stageKey === "podium", isAsked, isPaused, this.#count > 0, this.#hasSentAway].join(" ")
    if (key === this.#buttonsKey) return
    this.#buttonsKey = key
    const act = (words, type, fields, kind) => button(words, () => this.#ask(type, fields), { class: kind })
    const { owner, locked } = this.#joined
    const own = !this.#isOwner ? [owner && h("span", {}, `${owner} leads`)] : isAsked
      ? [button(isPaused ? "Go on" : "Pause", () => pauseQuiz(this.#joined.board, (fields) => this.#ask("pause", fields))),
        button("Skip", () => this.#skip()),
        button("End it", () => confirm("End the quiz?", "The questions that are left are not asked.", "End it", () => this.#ask("stop")))]
      : [this.#hasSentAway && button("Who was sent away?", () => this.#showAway()), this.#count > 0 && act(this.#joined.standings ? "Next round" : "Start", "start", {}, "primary")]
    fill(this.#buttons, own,
      this.#isOwner && this.#lock(locked),
      this.#joined.standings && button("Results as a table", () => saveResults(this.#line, this.name)),
      button("Whole screen", () => this.#fill()),
      h("a", { class: "button", href: at("watch", this.name) }, "Leave this screen"))
  }

  /// The second of two quick presses would end what nobody has seen yet.
  #skip() {
    if (performance.now() - this.#changedAt < skipPause) return
    this.#changedAt = performance.now()
    const { phase, answered, players } = this.#joined.board.data
    const skip = () => this.#ask("skip")
    if (phase !== "question" || answered * 2 >= players) return skip()
    confirm("Skip now?", `${answered} of ${players} have answered. The others get no points for this question.`, "Skip", skip)
  }

  /// The button that locks and unlocks the room; pressed twice it does so once.
  #lock(isLocked) {
    let asked
    return button(isLocked ? "Let others in" : "Lock the room",
      () => asked ??= Promise.resolve(this.#ask("lock", { locked: !isLocked })).finally(() => { asked = undefined }))
  }

  #fill() {
    if (document.fullscreenElement) document.exitFullscreen()
    else this.element.requestFullscreen?.().catch(() => {})
  }

  /// What is pressed without a connection would happen later, to another question.
  #ask(type, fields) { return this.#line.askNow(type, { room: this.name, ...fields }) }
}

/// The QR code of an address, with the quiet zone that readers need; none of one that is too long for it.
function code(address) {
  let rows
  try { rows = qrCode(address) } catch { return false }
  const size = rows.length + 8
  const path = rows.flatMap((row, y) => row.map((isDark, x) => isDark ? `M${x + 4} ${y + 4}h1v1h-1z` : "")).join("")
  return h("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": `QR code of ${address}`, "shape-rendering": "crispEdges" },
    h("path", { d: `M0 0h${size}v${size}H0z`, fill: "#fff" }), h("path", { d: path, fill: "#000" }))
}
