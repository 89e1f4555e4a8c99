internal import ClientKit

struct PlainLoop {
  init(_ options: Options, _ client: Client) {}
  func run() async {}
}
