// Why something was not done.

/// What the server refused: `code` is stable, `message` is a sentence for people.
export class Refusal extends Error {
  constructor(answer) {
    super(sentences[answer.code] ?? answer.message)
    this.code = answer.code
    this.answer = answer
  }
}

/// What the server says to those who type or program, said for those who tap.
const sentences = {
  wrong_password: "The name or the password is wrong",
  not_logged_in: "That takes a name: choose one under You",
  not_named: "That takes a name: choose one under You",
  already_named: "You have a name already: change it under You",
  bad_token: "This token is not valid",
  not_encrypted: "This connection is not encrypted, so the server takes no password here. A token works",
  not_playing: "There is nothing to play here at the moment",
  room_full: "There is no place left in this room",
  already_playing: "A round is under way: finish it first",
  no_line: "There is no connection at the moment, so nothing was done",
  gone_on: "The question was over before the connection was back",
  lost: "The connection was lost before the answer came",
}
