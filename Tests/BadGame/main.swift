import WireProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

// A game in which one counts to five, one number a move, and which misbehaves in the way that its first argument names
// as soon as it is asked to play "bad", or "bad" and a path. With "table" as its second argument two count in turn.

/// Writes all of it at once, as a careful program does.
func put(_ text: String, to descriptor: Int32 = 1) {
  var text = text
  text.withUTF8 { bytes in
    var sent = 0
    while sent < bytes.count {
      let count = write(descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent)
      if count <= 0 { exit(1) }
      sent += count
    }
  }
}

let fault = CommandLine.arguments.dropFirst().first ?? ""
let isTable = CommandLine.arguments.dropFirst(2).first == "table"
if fault == "ignores SIGTERM" { signal(SIGTERM, SIG_IGN) }
if fault == "dies at once" {
  put("I have no words\n", to: 2)
  exit(3)
}

let info: JSONObject = [
  "id": "count", "title": "Count", "summary": "Count to five", "rules": ["Type the next number, such as 1."],
  "modes": ["together", "practice"],
  "move": ["type": "object", "required": ["say"], "properties": ["say": ["type": "string", "maxLength": 9]]],
]

func board(_ count: Int) -> JSON {
  ["title": "Count", "rows": [["letters": .string("\(count)"), "tiles": "⬜"]], "prompt": "Type a number"]
}

func view(_ count: Int, _ state: JSONObject, _ viewer: JSON) -> JSON {
  var view: JSONObject = ["board": board(count), "moves": [["say": .string("\(count + 1)")]]]
  if count == 5 { view["outcome"] = ["won": true, "headline": "5", "rows": []] }
  if let late = state["late"] {
    view["outcome"] = ["result": late == viewer ? "lost" : "won", "headline": "late", "rows": []]
  }
  return .object(view)
}

func position(_ count: Int, _ ask: JSON, _ event: JSON? = nil) -> JSONObject {
  var state = ask["state"]?.objectValue ?? [:]
  state["count"] = .int(count)
  if event == "begin" { state["players"] = ask["players"] }
  if event == "flag" { state["late"] = ask["player"] }
  let players = state["late"] == nil ? state["players"]?.arrayValue ?? [] : []
  return [
    "state": .object(state), "to_move": players.isEmpty ? [] : [players[count % players.count]],
    "views": .array((ask["views"]?.arrayValue ?? []).map { view(count, state, $0) }),
  ]
}

func refused(_ code: String, _ text: String) -> JSONObject {
  ["refused": ["code": .string(code), "text": .string(text)]]
}

/// Starts another process: 0, or an error's number.
func startProcess() -> Int32 {
  var process = pid_t()
  var arguments = [strdup("true"), nil]
  errno = posix_spawn(&process, "/bin/true", nil, nil, &arguments, nil)
  return errno
}

/// What came of something that a confined program may not do.
func attempt(_ result: Int32) -> String { result >= 0 ? "done" : String(cString: strerror(errno)) }

func misbehave(_ ask: JSON, _ target: String) -> JSONObject? {
  var said = ""
  if target == "nice" { return refused("bad", "nice \(getpriority(__priority_which_t(0), 0))") }
  switch fault {
  case "reads the data folder": said = attempt(open(target, O_RDONLY))
  case "opens a socket": said = attempt(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
  case "signals the server": said = attempt(kill(getppid(), 0))
  case "forks": said = attempt(-startProcess())
  case "changes a mode": said = attempt(chmod(target, 0o777))
  case "takes a stack":
    let taken = mmap(nil, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN, -1, 0)
    said = taken == MAP_FAILED ? "no memory" : "done"
  case "takes memory":
    let taken = malloc(1 << 30)
    said = taken == nil ? "no memory" : "done"
    free(taken)
  case "dies":
    put("this was\nmy last word\n", to: 2)
    abort()
  case "talks and dies":
    put((1...99).map { "line \($0)\n" }.joined() + "Exception: line 100\n", to: 2)
    abort()
  case "crowds":
    // With the usual stacks the limit of memory would end it sooner.
    var small = pthread_attr_t()
    pthread_attr_init(&small)
    pthread_attr_setstacksize(&small, 65_536)
    for _ in 0..<200 {
      var thread = pthread_t()
      pthread_create(&thread, &small, { _ in while true { sleep(1) } }, nil)
    }
    while true { sleep(1) }
  case "computes":
    let end = clock() + 5 * CLOCKS_PER_SEC
    while clock() < end, getpriority(__priority_which_t(0), 0) < 19 {}
  case "hangs", "ignores SIGTERM": while true { sleep(1) }
  case "spins": while true {}
  case "floods": while true { put("all work and no play") }
  case "half line":
    put("{\"id\":\(ask["id"]?.intValue ?? 0),\"mo")
    exit(0)
  case "prints": put("DEBUG: playing\n")
  case "wrong id":
    put("{\"id\":1000,\"move\":{}}\n")
    return nil
  case "closes its output":
    close(1)
    while true { sleep(1) }
  case "answers twice": put("{\"id\":\(ask["id"]?.intValue ?? 0),\"refused\":{\"code\":\"no\",\"text\":\"No\"}}\n")
  case "is late": sleep(10)
  case "talks without end": while true { put("error error error error error error error error error\n", to: 2) }
  case "writes a file": said = attempt(open(target, O_WRONLY | O_CREAT, 0o600))
  default: break
  }
  return refused("bad", said)
}

func play(_ ask: JSON) -> JSONObject? {
  let count = ask["state"]?["count"]?.intValue ?? 0
  let said = ask["text"]?.stringValue ?? ask["move"]?["say"]?.stringValue ?? ""
  if said.hasPrefix("bad") { return misbehave(ask, String(said.dropFirst(4))) }
  if fault == "is slow" { usleep(250_000) }
  if count == 2, fault == "dies at move 3" { abort() }
  if count == 2, fault == "hangs at move 3" { while true { sleep(1) } }
  guard count < 5, said == "\(count + 1)" else { return refused("wrong_number", "Type \(count + 1)") }
  var answer: JSONObject = ["move": ["say": .string(said)], "turn": ["open": ["count": .int(count + 1)]]]
  answer.merge(position(count + 1, ask))
  return answer
}

func answer(_ ask: JSON) -> JSONObject? {
  switch ask["ask"]?.stringValue {
  case "hello":
    if fault == "knows one version", ask["versions"] != [1] { return refused("version", "What is that?") }
    if fault == "never says hello" { while true { sleep(1) } }
    var game = info
    if isTable { game["seats"] = [2, 2] }
    if fault == "is called help" { game["id"] = "help" }
    return ["version": .int(fault == "speaks version 2" ? 2 : 1), "game": .object(game), "puzzles": "none"]
  case "start":
    if fault == "dies at the start" { abort() }
    return position(0, ask)
  case "tick" where ask["event"] == "begin" || ask["event"] == "flag":
    var answer: JSONObject = ["turn": ["spent_try": false]]
    answer.merge(position(ask["state"]?["count"]?.intValue ?? 0, ask, ask["event"]))
    return answer
  case "play": return play(ask)
  case "view": return position(ask["state"]?["count"]?.intValue ?? 0, ask)
  case "read":
    let move: JSON = ask["move"] ?? ["say": ask["text"] ?? ""]
    let text = move["say"]?.stringValue ?? ""
    return (1...9).contains(text.utf8.count) ? ["move": ["say": .string(text)]] : refused("bad_move", "Type a number")
  default: return refused("not_here", "There is nothing else to do")
  }
}

while let line = readLine() {
  guard let ask = try? JSON(parsing: line), let fields = answer(ask) else { continue }
  var whole: JSONObject = ["id": ask["id"] ?? .null]
  whole.merge(fields)
  put(JSON.object(whole).text + "\n")
}
if fault == "ignores SIGTERM" { while true { sleep(1) } }
