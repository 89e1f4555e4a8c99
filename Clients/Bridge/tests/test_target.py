"""Queues, cursors and the listing of the channel, without a network."""

import contextlib
import os
import threading
import unittest
import unittest.mock

import support
import target
from consent import Consents
from grids import Post
from limiter import Limiter
from state import State
from target import Target
from relay import Relay


class FakeServer:
    """Answers `shares` as the server does, a page at a time, newest first."""

    def __init__(self):
        self.shares, self.asked = [], 0

    def share(self, player):
        self.shares.append({"share_id": len(self.shares) + 1, "player": player, "text": "Game 1 2/6\n\n🟩"})
        return self.shares[-1]

    def request(self, type, player=None, limit=20, after=None):
        self.asked += 1
        found = [entry for entry in reversed(self.shares) if player in (None, entry["player"])]
        found = [entry for entry in found if after is None or entry["share_id"] < after]
        page = {"shares": found[:limit]}
        if len(found) > limit:
            page["next"] = found[limit - 1]["share_id"]
        return page


class Targets(unittest.TestCase):
    def setUp(self):
        self.state = State(os.path.join(support.folder(), "state.json"))
        self.addCleanup(self.state.close)
        self.server, enabled = FakeServer(), threading.Event()
        enabled.set()
        self.targets = [Target(name, self.state, enabled) for name in ("a", "b")]
        for place in self.targets:
            place.can_delete = True
        consents = Consents(self.state, self.server.request)
        self.relay = Relay(self.server, self.state, consents, None, self.targets, enabled, "bridge")
        before = target.WAITING
        self.addCleanup(setattr, target, "WAITING", before)
        target.WAITING = 3

    def agree(self, player):
        self.server.share(player)
        self.assertIn("From now on", self.relay.consents.agree(player))

    def post_all(self, place):
        """What the target's thread would do; returns the shares that were posted."""
        found = []
        while (post := place.head()) is not None:
            place.posted(post, "m%d" % post.share_id)
            found.append(post.share_id)
        return found

    def test_a_place_that_is_far_behind_asks_the_server_for_the_rest(self):
        self.agree("ana")
        for _ in range(10):
            self.relay.enqueue(self.server.share("ana"))
        slow, fast = self.targets
        found = []
        while True:
            found += self.post_all(slow)
            if not slow.missing:
                break
            self.relay.scan()
        self.assertEqual(found, list(range(2, 12)))
        self.assertEqual(slow.cursor, 11)
        # The other place still has its first three, and gets the rest in order.
        self.assertEqual(self.post_all(fast), [2, 3, 4])

    def test_what_nobody_has_agreed_to_moves_the_cursor_alone(self):
        for _ in range(5):
            self.relay.enqueue(self.server.share("ben"))
        self.assertEqual([place.cursor for place in self.targets], [5, 5])
        self.agree("ana")
        self.relay.enqueue(self.server.share("ana"))
        self.relay.enqueue(self.server.share("ben"))
        self.assertEqual([place.cursor for place in self.targets], [5, 5])
        self.assertEqual(self.post_all(self.targets[0]), [7])

    def test_the_same_result_is_queued_once(self):
        self.agree("ana")
        result = self.server.share("ana")
        for _ in range(3):
            self.relay.enqueue(result)
            self.relay.scan()
        self.assertEqual(self.post_all(self.targets[0]), [2])
        self.relay.scan()
        self.assertEqual(self.post_all(self.targets[0]), [])

    def test_what_is_withdrawn_under_way_is_deleted_when_it_arrives(self):
        self.agree("ana")
        self.relay.enqueue(self.server.share("ana"))
        place = self.targets[0]
        post = place.head()
        self.relay.withdraw(lambda share_id: share_id == 2)
        place.posted(post, "m2")
        self.assertEqual((place.remembered["posted"], place.remembered["deletions"]), ([], ["m2"]))

    def test_so_many_posts_are_remembered(self):
        place = self.targets[0]
        for share_id in range(1, 601):
            with self.state.lock:
                place.queue.append(Post({"share_id": share_id, "player": "ana", "text": "Game"}))
            place.state.save = lambda: None
            place.posted(place.queue[0], "m%d" % share_id)
        self.assertEqual([len(place.remembered["posted"]), place.remembered["posted"][0]], [500, [101, "m101"]])

    def test_a_consent_holds_over_many_results_and_new_names_and_never_passes_on(self):
        self.agree("ana")
        for _ in range(250):
            self.server.share("ana")
        self.assertIsNotNone(self.relay.consents.covers("ana", 251))
        for entry in self.server.shares:
            entry["player"] = "anna"
        other = self.server.share("ana")
        self.assertIsNone(self.relay.consents.covers("ana", other["share_id"]))
        self.assertIsNone(self.relay.consents.find("ana"))
        self.assertIsNotNone(self.relay.consents.covers("anna", self.server.share("anna")["share_id"]))

    def test_a_result_whose_player_has_another_name_by_now_is_posted_and_one_that_is_gone_is_not(self):
        self.agree("ana")
        share_id = self.server.share("ana")["share_id"]
        for entry in self.server.shares:
            entry["player"] = "anna"
        self.assertEqual(self.relay.consents.covers("ana", share_id), "1")
        self.assertIsNone(self.relay.consents.covers("anna", share_id + 1))

    def test_a_stranger_costs_one_request(self):
        self.agree("ana")
        share_id = self.server.share("ben")["share_id"]
        asked = self.server.asked
        self.assertIsNone(self.relay.consents.covers("ben", share_id))
        self.assertEqual(self.server.asked, asked + 1)

    def test_two_who_exchange_their_names_keep_what_each_has_said(self):
        self.agree("ana")
        self.server.share("ben")
        for entry, name in zip(self.server.shares, ("ben", "ana")):
            entry["player"] = name
        covered = [
            self.relay.consents.covers(name, self.server.share(name)["share_id"]) for name in ("ana", "ben")
        ]
        self.assertEqual(covered, [None, "1"])

    def test_so_many_results_of_a_player_are_posted_in_an_hour(self):
        self.relay.posts = Limiter(2, 3600)
        self.agree("ana")
        self.agree("ben")
        for player in ("ana", "ana", "ana", "ben", "ana"):
            self.relay.enqueue(self.server.share(player))
        self.assertEqual(self.post_all(self.targets[0]), [3, 4, 6])
        self.assertEqual(self.targets[0].cursor, 6)

    def test_whom_the_operator_denies_is_not_posted(self):
        self.agree("ana")
        self.relay.consents.denied = {"ana"}
        self.assertIsNone(self.relay.consents.covers("ana", self.server.share("ana")["share_id"]))
        self.assertIn("operator", self.relay.consents.agree("Ana"))

    def test_posts_of_a_target_without_a_section_are_withdrawn_in_the_state(self):
        self.state.target("gone").update(cursor=3, posted=[[3, "m3"], [2, "m2"]])
        self.relay.withdraw(lambda share_id: share_id == 3)
        self.assertEqual(self.state.target("gone"), {"cursor": 3, "posted": [[2, "m2"]], "deletions": ["m3"]})

    def test_a_log_that_nobody_takes_stops_nothing(self):
        class Broken:
            def write(self, _):
                raise BrokenPipeError

        with contextlib.redirect_stderr(Broken()):
            target.log("a", "b")

    def test_a_server_that_cannot_answer_is_not_taken_for_a_player_without_shares(self):
        self.agree("ana")

        def fail(*_, **__):
            raise support.parlor.ParlorError({"code": "storage_unavailable"})

        self.relay.consents.request = self.relay.client.request = fail
        with self.assertRaises(support.parlor.ParlorError):
            self.relay.stop("ana", False)
        self.assertIn("1", self.relay.consents.all)

    def test_at_another_server_nobody_has_opted_in_by_the_numbers_of_this_one(self):
        self.agree("ana")
        self.agree("ben")
        self.relay.links = unittest.mock.Mock(all={"a": {"player": "ana", "anchors": [1]}})
        self.relay.enabled.clear()
        other = FakeServer()
        for name in ("eve", "ben", "ana"):
            other.share(name)
        self.relay.client = other
        self.relay.consents.request = other.request
        self.relay.restart(3)
        self.assertEqual([row["player"] for row in self.relay.consents.all.values()], ["ben"])
        self.relay.links.unlink.assert_called_once_with("a")

    def test_after_a_restore_what_came_later_is_void(self):
        self.agree("ana")
        self.server.share("ana")
        self.agree("ben")
        self.relay.links = unittest.mock.Mock(all={})
        self.relay.enabled.clear()
        self.relay.consents.all["1"]["since"] = 9
        self.relay.restart(2)
        self.assertEqual(self.relay.consents.all, {"1": {"player": "ana", "since": 2, "anchors": [1]}})


if __name__ == "__main__":
    unittest.main()
