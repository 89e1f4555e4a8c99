// What does not wait for main.js: the look that the player has chosen, before anything is painted, and the line. The server
// puts this into index.html.

try {
  const look = JSON.parse(localStorage.getItem("parlor.theme"))
  if (look) document.documentElement.dataset.theme = look
} catch { /* Where nothing may be kept, the system chooses. */ }

// line.js takes it over, with what was heard. A window that nobody looks at takes no session from another.
if (!document.hidden) {
  const line = window.early = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/line`)
  line.heard = []
  line.onmessage = ({ data }) => line.heard.push(data)
}
