// Where the focus goes when the control that has it is gone: to its neighbour, and not to the top of the page.

const controls = "a[href], button:enabled, summary, [tabindex='0']"
const isThere = (element) => element.isConnected && !element.disabled && element.checkVisibility()
const listed = (place) => [...place.querySelectorAll(controls)].filter(isThere)
const words = (control) => control.getAttribute("aria-label") || control.name || control.textContent

/// The control that had the focus last, what it says, and its number in each element around it, from the inside. `null`
/// where somebody wants no focus.
let last = null

function note(control) {
  const around = []
  for (let place = control.parentElement; place; place = place.matches("dialog, main, body") ? null : place.parentElement) around.push([place, listed(place).indexOf(control)])
  last = { control, words: words(control), around }
}

/// Goes on at what says the same in the innermost element that is still there and has a control, else at what stands in the
/// control's place. One whose answer is pending, which is off meanwhile, gets the focus back.
function goOn() {
  if (!last || document.activeElement !== document.body) return
  const { control } = last
  if (isThere(control)) return control.focus({ preventScroll: true })
  if (control.disabled && control.isConnected) return
  const [place, index] = last.around.find(([place]) => isThere(place) && listed(place).length) ?? []
  if (!place) return
  const near = listed(place)
  ;(near.find((one) => words(one) === last.words) ?? near[Math.min(Math.max(index, 0), near.length - 1)]).focus({ preventScroll: true })
}

export function keepFocus() {
  const observer = new MutationObserver(goOn)
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden", "disabled"] })
  document.addEventListener("focusin", ({ target }) => note(target))
  document.addEventListener("focusout", ({ target, relatedTarget }) => queueMicrotask(() => {
    if (relatedTarget || document.activeElement !== document.body) return
    // Where nothing has changed, somebody has tapped beside everything.
    if (observer.takeRecords().length) goOn()
    else if (last?.control === target && isThere(target)) last = null
  }))
}

/// Nothing has the focus from now on: for keys that are meant for the board.
export function letGo() {
  last = null
  document.activeElement.blur()
}

/// Returns to where the focus is now, or to what is next to it, once it is called: for a sheet that is closed.
export function returning() {
  const before = last
  return () => {
    if (document.activeElement !== document.body) return
    last = before
    goOn()
  }
}
