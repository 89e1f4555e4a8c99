// Keeps the page's files, so that it also loads without a line. Browsers run this over HTTPS and from localhost alone.
//
// The server writes a line before this one: `shell`, with the paths of all files and a tag that changes with any of them. So
// this file changes with any of them as well, and browsers then fetch all of them anew, into a cache of its own.

const name = `parlor-${shell.tag}`
/// Where a network answers later than after so many milliseconds, what is here is taken.
const patience = 4000

addEventListener("install", (event) => {
  skipWaiting()
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(shell.files)))
})

addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((names) =>
    Promise.all(names.filter((one) => one.startsWith("parlor-") && one !== name).map((one) => caches.delete(one)))))
})

addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url)
  if (event.request.method === "GET" && origin === location.origin && shell.files.includes(pathname)) {
    event.respondWith(answer(pathname))
  }
})

/// The server's file, so that nobody plays with yesterday's client against today's server; without a line the one kept here.
async function answer(path) {
  try {
    return await fetch(path, { signal: AbortSignal.timeout(patience) })
  } catch {
    const cache = await caches.open(name)
    return await cache.match(path, { ignoreVary: true }) ?? fetch(path)
  }
}
