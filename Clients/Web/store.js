// What the browser keeps: for all its windows, or for one as long as it is open.

export const store = {
  get: (key) => { try { return JSON.parse(localStorage.getItem(`parlor.${key}`)) } catch { return null } },
  set: (key, value) => {
    try {
      if (value === null) localStorage.removeItem(`parlor.${key}`)
      else localStorage.setItem(`parlor.${key}`, JSON.stringify(value))
    } catch { /* Where nothing may be kept, the session lasts as long as the page. */ }
  },
  /// What holds as long as the window is open; sets it where a value is given.
  mark: (key, value) => {
    try {
      if (value === null) sessionStorage.removeItem(`parlor.${key}`)
      else if (value !== undefined) sessionStorage.setItem(`parlor.${key}`, value)
      return sessionStorage.getItem(`parlor.${key}`)
    } catch { return null }
  },
}
