/// A client with an account: creates it, adds words, changes its password, logs out and in again, deletes it.
extension Person {
  /// The next request; empty while one is pending.
  func keepAccount() -> String {
    let account = account
    guard account.pending == nil else { return "" }
    let request = account.isLoggedIn ? insideAccount(account) : outsideAccount(account)
    account.pending = request
    return line(of: request, account)
  }

  private func outsideAccount(_ account: Account) -> Account.Request {
    if chance.oneIn(6) { return .wrongLogin }
    guard account.existence != .none, account.existence == .certain || chance.oneIn(2),
      let password = chance.pick(account.passwords)
    else { return .register(account.newPassword()) }
    return .login(password)
  }

  private func insideAccount(_ account: Account) -> Account.Request {
    switch chance.below(16) {
    case 0..<5 where account.words.count < 60: .add(account.newWord())
    case 5..<9: .search
    case 9, 10: .change(old: account.passwords.last ?? "", new: account.newPassword())
    case 11: .wrongChange(new: account.newPassword())
    case 12: .delete
    case 13: .wrongLogin
    default: .logout
    }
  }

  private func line(of request: Account.Request, _ account: Account) -> String {
    let name = #","name":"\#(account.name)""#
    let kind = Ask(kind: .account)
    switch request {
    case .register(let password): return ask("register", name + #","password":"\#(password)""#, kind)
    case .login(let password): return ask("login", name + #","password":"\#(password)""#, kind)
    case .wrongLogin:
      let password = chance.oneIn(2) ? chance.pick(account.retired) : nil
      return ask("login", name + #","password":"\#(password ?? "a wrong password")""#, kind)
    case .change(let old, let new): return ask("password", #","old":"\#(old)","new":"\#(new)""#, kind)
    case .wrongChange(let new):
      let old = chance.pick(account.retired) ?? "a wrong password"
      return ask("password", #","old":"\#(old)","new":"\#(new)""#, kind)
    case .add(let word):
      let entry = #""original":"\#(word)","translation":"a meaning""#
      return account.words.isEmpty
        ? ask("add_language", #","name":"tongue \#(word)",\#(entry)"#, kind)
        : ask("add_word", #","language":"\#(language(account))",\#(entry)"#, kind)
    case .search: return ask("search", account.words.isEmpty ? "" : #","language":"\#(language(account))""#, kind)
    case .logout: return ask("logout", "", kind)
    case .delete:
      ledger.hasForgotten = true
      return ask("forget_me", name + #","password":"\#(account.passwords.last ?? "")""#, kind)
    }
  }

  /// The one language of all words: the first one's.
  private func language(_ account: Account) -> String { "tongue \(account.language ?? "")" }

  /// Handles a line about the account.
  func hearsOfAccount(_ line: Line, _ answer: Ask?) {
    switch line.kind {
    case .hello: isGreeted = true
    case .closing: account.isLoggedIn = false
    default: break
    }
    guard answer?.kind == .account, let request = account.pending else { return }
    account.pending = nil
    if line.kind == .error { refused(request, line.string(.code) ?? "") } else { granted(request, line) }
  }

  private func granted(_ request: Account.Request, _ line: Line) {
    checkedAccounts += 1
    switch request {
    case .register(let password):
      account.deleted()
      account.opened(by: password)
      account.isLoggedIn = true
      account.generation += 1
    case .login(let password):
      account.opened(by: password)
      account.isLoggedIn = true
    case .wrongLogin, .wrongChange:
      report("an account opens to its password alone", "\(account.name) has opened to another one: \(line.beginning)")
    case .change(_, let new): account.opened(by: new)
    case .add(let word):
      account.language = account.language ?? word
      account.words.insert(word)
    case .search: checkWords(line)
    case .logout: account.isLoggedIn = false
    case .delete:
      account.deleted()
      account.isLoggedIn = false
    }
  }

  private func checkWords(_ line: Line) {
    let text = String(decoding: line.bytes, as: UTF8.self)
    let found = Set(text.split(separator: #""original":""#).dropFirst().map { String($0.prefix { $0 != "\"" }) })
    if let missing = account.words.subtracting(found).min() {
      report("nothing acknowledged is lost", "\(account.name) has lost the word \(missing)")
    }
    if let old = found.first(where: { !$0.hasPrefix("w\(account.generation).") }) {
      report("what is deleted is gone", "\(account.name) was deleted and still has the word \(old)")
    }
  }

  private func refused(_ request: Account.Request, _ code: String) {
    let isPassing = ["storage_unavailable", "too_fast"].contains(code)
    switch request {
    case .login where !isPassing && account.existence == .certain && account.passwords.count == 1,
      .delete where !isPassing, .change where !isPassing:
      report("logins are kept", "the password of \(account.name) is refused: \(code)")
    // It was requested before, on a lost connection.
    case .register where code == "name_taken":
      if account.existence == .none { account.existence = .unsure }
    default: break
    }
  }
}
