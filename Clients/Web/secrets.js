// Talk that may hold a password: what is meant for a command about an account must not be said for want of a form.

const names = ["login", "register", "password", "forget-me", "logout"]
const synonyms = ["signin", "sign-in", "logon", "log-on", "log-in", "signon", "signup", "sign-up", "passwd", "pass", "pwd",
  "passphrase", "signout", "sign-out", "logoff", "rename"]
const twoWords = /^(log|sign) (in|on|up|out|off)(?= )/
/// Words before the name of a command: “new password”.
const adjectives = ["new", "my", "set", "change"]
/// Names of the command that such a word goes with.
const passwords = ["password", "passwd", "pass", "pwd", "passphrase"]
/// Words as near to a command's name as a slip, which are none.
const others = ["logic", "passport", "passwords", "registers", "registry"]

/// Whether a line begins with a command's name or one that other places have for it, or with a slip of either, whatever
/// stands before it that is no letter, with spaces in it or none behind it, and something follows. What the server keeps back of a typed line is kept back
/// here; sentences such as “login does not work” as well, since here one may be asked.
export function mayHoldPassword(text) {
  const words = text.slice(0, 256).normalize("NFKC").toLowerCase().replace(/^[^\p{L}&]*&[^\s;]*;/u, "")
    .replace(/^\P{L}*\S+/u, (first) => first.replace(/[:;=,.|]/g, " ")).split(/\s+/u)
    .map((word) => word.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ""))
  while (words[0] === "") words.shift()
  const isNew = adjectives.includes(words[0])
  while (adjectives.includes(words[0])) words.shift()
  for (let count = 2; count <= 9; count++) {
    const name = words.slice(0, count).join("")
    if (names.includes(name)) words.splice(0, count, name)
  }
  const [name, ...rest] = words.join(" ").replace(twoWords, "$1$2").split(" ")
  if (rest.length === 0 || others.includes(name) || isNew && !passwords.includes(name)) return false
  return synonyms.includes(name) || names.some((other) => edits(name, other) <= (Math.max(name.length, other.length) < 7 ? 1 : 2))
}

/// How many letters have been put in, left out, replaced, or swapped with their neighbour.
function edits(left, right) {
  if (Math.abs(left.length - right.length) > 2) return Infinity
  const table = [Array.from({ length: right.length + 1 }, (_, column) => column)]
  for (let row = 1; row <= left.length; row++) {
    table[row] = [row]
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1]
      let cost = Math.min(table[row - 1][column] + 1, table[row][column - 1] + 1, table[row - 1][column - 1] + (isSame ? 0 : 1))
      if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) {
        cost = Math.min(cost, table[row - 2][column - 2] + 1)
      }
      table[row][column] = cost
    }
  }
  return table[left.length][right.length]
}
