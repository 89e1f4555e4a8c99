// The look that the player has chosen, before anything is painted. The server puts this into index.html.

try {
  const look = JSON.parse(localStorage.getItem("parlor.theme"))
  if (look) document.documentElement.dataset.theme = look
} catch { /* Where nothing may be kept, the system chooses. */ }
