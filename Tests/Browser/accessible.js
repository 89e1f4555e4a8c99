// What a page's looks must keep, asked in the page: texts stand out from what they stand on as WCAG 2.2, 1.4.3, wants it,
// what can be pressed is large enough for a finger (2.5.8), everything that can be reached by keyboard has a name, and a
// state is told as one.
(() => {
  const parts = (colour) => colour.match(/[\d.]+/g).map(Number)
  const light = (colour) => colour.slice(0, 3).map((part) => part / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0)
  const ground = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const colour = parts(getComputedStyle(one).backgroundColor)
      if (colour.length === 3 || colour[3] > 0.99) return colour
    }
    return [255, 255, 255]
  }
  const faults = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    const style = getComputedStyle(element)
    if (!walker.currentNode.data.trim() || !element.checkVisibility() || element.closest(":disabled:not(.choices *), noscript, .skip")) continue
    const [one, other] = [light(parts(style.color)), light(ground(element))].sort((a, b) => b - a)
    const size = parseFloat(style.fontSize)
    const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5
    const ratio = (one + 0.05) / (other + 0.05)
    if (ratio < needed - 0.01) faults.push(`${walker.currentNode.data.trim().slice(0, 30)}: contrast ${ratio.toFixed(2)} of ${needed}`)
  }
  for (const element of document.querySelectorAll("a, button, input, select, textarea, summary, [tabindex='0']")) {
    const place = element.getBoundingClientRect()
    if (!place.width || !element.checkVisibility() || element.matches(".skip")) continue
    const label = element.getAttribute("aria-label") || element.innerText || element.labels?.[0]?.innerText || element.placeholder
    if (!label?.trim()) faults.push(`no name: ${element.outerHTML.slice(0, 80)}`)
    // A link inside a sentence is as high as its line.
    if (getComputedStyle(element).display === "inline") continue
    const least = element.matches(".key") ? 44 : 24
    if (place.width < 24 || place.height < least) faults.push(`small: ${element.outerHTML.slice(0, 80)}`)
  }
  for (const element of document.querySelectorAll("[aria-pressed], [aria-expanded], [aria-hidden]")) {
    for (const name of ["aria-pressed", "aria-expanded", "aria-hidden"]) {
      if (!["true", "false", null].includes(element.getAttribute(name))) faults.push(`${name} is neither: ${element.outerHTML.slice(0, 80)}`)
    }
  }
  for (const row of document.querySelectorAll(".board .row")) {
    if (row.lastElementChild.getBoundingClientRect().right > row.parentElement.getBoundingClientRect().right + 0.5) {
      faults.push(`tiles beside their board: ${row.textContent}`)
      break
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push(`wider than the window: ${document.documentElement.scrollWidth}`)
  return faults
})()
