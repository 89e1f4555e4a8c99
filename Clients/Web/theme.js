// Dark, light, and contrast: by the system's wish unless the player says otherwise.

import { store } from "./store.js"

export const themes = ["system", "dark", "light", "contrast"]

export function theme() { return store.get("theme") ?? "system" }

export function applyTheme(name) {
  store.set("theme", name === "system" ? null : name)
  if (name === "system") delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = name
}
