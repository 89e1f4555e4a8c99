// What to say to guests, whose words would be nobody's.

import { empty, h } from "./dom.js"

export const forNames = () => empty("Words of your own are kept under your name. ", h("a", { href: "#/me" }, "Choose one"))
