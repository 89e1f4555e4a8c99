// QR codes (ISO/IEC 18004) of texts of up to 213 bytes: byte mode, versions 1 to 10, error correction level M.

/// By version: all codewords, the error correction codewords of a block, the blocks, and the centres of the alignment patterns.
const versions = [
  [26, 10, 1, []], [44, 16, 1, [6, 18]], [70, 26, 1, [6, 22]], [100, 18, 2, [6, 26]], [134, 24, 2, [6, 30]],
  [172, 16, 4, [6, 34]], [196, 18, 4, [6, 22, 38]], [242, 22, 4, [6, 24, 42]], [292, 22, 5, [6, 26, 46]], [346, 26, 5, [6, 28, 50]],
]
const masks = [
  (x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3, (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2,
  (x, y) => x * y % 2 + x * y % 3, (x, y) => (x * y % 2 + x * y % 3) % 2, (x, y) => ((x + y) % 2 + x * y % 3) % 2,
]

/// The modules of a code, row by row: true is dark. `mask` chooses a pattern in place of the best one.
export function qrCode(text, mask) {
  const bytes = new TextEncoder().encode(text)
  const version = 1 + versions.findIndex(([total, check, blocks], index) => bytes.length + (index < 9 ? 2 : 3) <= total - check * blocks)
  if (version === 0) throw new RangeError(`${bytes.length} bytes are too many for a code`)
  const codewords = interleaved(dataOf(bytes, version), version)
  const candidates = (mask === undefined ? [0, 1, 2, 3, 4, 5, 6, 7] : [mask]).map((one) => drawn(codewords, version, one))
  return candidates.reduce((best, one) => (penalty(one) < penalty(best) ? one : best))
}

/// Mode, length, text and padding.
function dataOf(bytes, version) {
  const [total, check, blocks] = versions[version - 1]
  const capacity = total - check * blocks
  const bits = []
  const put = (value, count) => { for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1) }
  put(4, 4)
  put(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) put(byte, 8)
  put(0, Math.min(4, capacity * 8 - bits.length))
  while (bits.length % 8) bits.push(0)
  const data = Array.from({ length: bits.length / 8 }, (_, index) => Number.parseInt(bits.slice(index * 8, index * 8 + 8).join(""), 2))
  for (let pad = 0; data.length < capacity; pad++) data.push(pad % 2 ? 0x11 : 0xEC)
  return data
}

/// The codewords of all blocks in turn, then their error correction.
function interleaved(data, version) {
  const [total, check, count] = versions[version - 1]
  const short = Math.floor((total - check * count) / count)
  const long = (total - check * count) % count
  const blocks = []
  for (let index = 0, start = 0; index < count; index++) {
    const length = short + (index >= count - long ? 1 : 0)
    blocks.push(data.slice(start, start += length))
  }
  const checks = blocks.map((block) => remainder(block, check))
  const inTurn = (rows, length) => Array.from({ length }, (_, column) => rows.map((row) => row[column])).flat().filter((byte) => byte !== undefined)
  return [...inTurn(blocks, short + 1), ...inTurn(checks, check)]
}

/// Reed and Solomon's code over the field of 256 elements of x^8 + x^4 + x^3 + x^2 + 1.
function remainder(block, count) {
  let generator = [1]
  for (let index = 0, root = 1; index < count; index++, root = times(root, 2)) {
    generator = [...generator, 0].map((term, place) => term ^ (place ? times(generator[place - 1], root) : 0))
  }
  const rest = [...block, ...Array(count).fill(0)]
  for (let index = 0; index < block.length; index++) {
    const factor = rest[index]
    generator.forEach((term, place) => { rest[index + place] ^= times(term, factor) })
  }
  return rest.slice(block.length)
}

function times(one, other) {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ (product & 0x80 ? 0x11D : 0) ^ (other >> bit & 1 ? one : 0)
  return product
}

/// A code of Bose, Chaudhuri and Hocquenghem: the value, and what is left of it after division.
function checked(value, count, generator) {
  let rest = value << count
  for (let bit = 31 - Math.clz32(rest); bit >= count; bit--) if (rest >> bit & 1) rest ^= generator << (bit - count)
  return value << count | rest
}

function drawn(codewords, version, mask) {
  const size = version * 4 + 17
  const modules = Array.from({ length: size }, () => Array(size))
  const set = (x, y, isDark) => { if (modules[y]?.length > x && x >= 0) modules[y][x] = Boolean(isDark) }
  for (const [left, top] of [[0, 0], [size - 7, 0], [0, size - 7]]) {
    for (let y = -1; y < 8; y++) for (let x = -1; x < 8; x++) {
      const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3))
      set(left + x, top + y, ring !== 2 && ring < 4)
    }
  }
  const centres = versions[version - 1][3]
  for (const y of centres) for (const x of centres) {
    if (modules[y][x] !== undefined) continue
    for (let dy = -2; dy < 3; dy++) for (let dx = -2; dx < 3; dx++) set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1)
  }
  for (let index = 8; index < size - 8; index++) {
    modules[6][index] ??= index % 2 === 0
    modules[index][6] ??= index % 2 === 0
  }
  drawFormat(set, size, version, mask)
  drawData(modules, codewords, mask)
  return modules
}

function drawFormat(set, size, version, mask) {
  // Level M is 0.
  const format = checked(mask, 10, 0x537) ^ 0x5412
  const bit = (index) => format >> index & 1
  for (let index = 0; index < 15; index++) {
    set(8, index < 6 ? index : index < 8 ? index + 1 : size - 15 + index, bit(index))
    set(index < 8 ? size - 1 - index : index < 9 ? 7 : 14 - index, 8, bit(index))
  }
  set(8, size - 8, true)
  if (version < 7) return
  const number = checked(version, 12, 0x1F25)
  for (let index = 0; index < 18; index++) {
    const [near, far] = [Math.floor(index / 3), size - 11 + index % 3]
    set(near, far, number >> index & 1)
    set(far, near, number >> index & 1)
  }
}

/// The codewords in columns of two, from the right, up and down.
function drawData(modules, codewords, mask) {
  const size = modules.length
  let index = 0
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const y = (right + 1) & 2 ? step : size - 1 - step
      for (const x of [right, right - 1]) {
        if (modules[y][x] !== undefined) continue
        const isSet = codewords[index >> 3] >> (7 - (index & 7)) & 1
        modules[y][x] = Boolean(isSet) !== (masks[mask](x, y) === 0)
        index++
      }
    }
  }
}

/// How hard a code is to read: rows of one colour, squares, what looks like a corner, too much of one colour.
function penalty(modules) {
  let sum = 0
  const columns = modules.map((_, x) => modules.map((row) => row[x]))
  for (const line of [...modules, ...columns]) {
    const text = line.map(Number).join("")
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2
    for (const pattern of ["10111010000", "00001011101"]) {
      for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) sum += 40
    }
  }
  for (let y = 1; y < modules.length; y++) for (let x = 1; x < modules.length; x++) {
    const one = modules[y][x]
    if (one === modules[y - 1][x] && one === modules[y][x - 1] && one === modules[y - 1][x - 1]) sum += 3
  }
  const dark = modules.flat().filter(Boolean).length / modules.length ** 2
  return sum + 10 * Math.floor(Math.abs(dark * 100 - 50) / 5)
}
