"""A session at the game server."""

import parlor
from target import log


class Session(parlor.Client):
    """Logs when the connection is lost and restored; `replayed` has by room the last event that was sent again."""

    def __init__(self, **options):
        self.replayed = {}
        super().__init__(**options)

    def _note_answer(self, request, answer):
        super()._note_answer(request, answer)
        if answer["type"] == "joined":
            self.replayed[answer["room"]] = answer["seq"] if answer.get("recovered") else 0

    def _open(self):
        try:
            super()._open()
        except (ValueError, TypeError, AttributeError, KeyError):
            # It says something else than lines of JSON, as SSH does at its port.
            self.link.close()
            raise parlor.LinkLost("this is no Parlor server") from None

    def _reconnect(self):
        log("parlor", "the connection is lost")
        super()._reconnect()
        log("parlor", "connected again as %s" % self.you)
