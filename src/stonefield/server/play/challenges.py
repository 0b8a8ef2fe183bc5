"""Challenges: made by one person, answered by another without both being there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stonefield.server.domain.lobby.challenge import (
    LASTS,
    MAKER,
    MOST_OPEN,
    OPPONENT,
    Challenge,
    accepted,
    check_wishes,
)
from stonefield.server.domain.people.caller import Caller
from stonefield.server.domain.people.message import Told
from stonefield.server.now import now_ms
from stonefield.server.play.creating import Made, Maker
from stonefield.server.play.finishing import check_rated
from stonefield.server.play.standing import PairingRules
from stonefield.server.protocol.challenges import ChallengeStatus, NewChallenge
from stonefield.server.protocol.problems import Refusal
from stonefield.server.store.challenges import ChallengeStore, settle
from stonefield.server.store.journal import Conflict
from stonefield.server.tokens import hash_token, is_game_id, new_game_id, new_token

HOUR = 3600


@dataclass(frozen=True, slots=True)
class Challenges:
    """What is done with challenges. Accepting one makes the game in the same transaction, once."""

    store: ChallengeStore
    maker: Maker
    pairing: PairingRules

    async def make(self, wanted: NewChallenge, caller: Caller) -> tuple[Challenge, str]:
        """A new challenge, and its maker's token; Refusal if its game could not be made."""
        check_wishes(wanted.wishes)
        now, token = now_ms(), new_token()
        await self.maker.agreed(wanted.wishes, caller, hash_token(token))
        opponent = None
        if wanted.opponent is not None:
            if caller.account is None:
                raise Refusal("sign_in_first", "only accounts challenge accounts")
            opponent = await self.store.account_named(wanted.opponent)
            if opponent is None or opponent.id == caller.account:
                raise Refusal("no_such_account", f"no other account has the name {wanted.opponent}")
            await self.pairing.check_contact(caller.account, opponent.id)
        if caller.account is not None and await self.store.count_open(caller.account, now) >= MOST_OPEN:
            raise Refusal("too_many", f"{MOST_OPEN} challenges of yours wait already", retry_after=HOUR)
        challenge = Challenge(
            id=new_game_id(),
            created=now,
            expires_at=now + LASTS,
            status="open",
            wishes=wanted.wishes,
            token_hash=hash_token(token),
            maker=caller.member,
            opponent=opponent,
        )
        await self.store.add(challenge)
        return challenge, token

    async def find(self, id: str, caller: Caller, token_hash: str | None) -> Challenge:
        """A challenge as far as the caller may know it; Refusal otherwise."""
        found = await self.store.find(id) if is_game_id(id) else None
        hidden = found is not None and found.opponent is not None
        if found is None or (hidden and not found.is_by(caller, token_hash) and not found.is_to(caller)):
            raise Refusal("no_such_challenge", "there is no such challenge, or it is not yours")
        return found

    async def of(self, account: str) -> list[Challenge]:
        """The challenges that an account has made or received, those of blocked people aside."""
        blocked, found = await self.pairing.blocked(account), await self.store.of(account)
        return [
            one
            for one in found
            if not {one.maker and one.maker.id, one.opponent and one.opponent.id} & blocked
        ]

    async def accept(self, challenge: Challenge, name: str, token: str, caller: Caller) -> Made:
        """Make the game, with the caller in the open seat; accepting again with one token is the same."""
        if challenge.is_by(caller, hash_token(token)):
            raise Refusal("not_your_challenge", "a challenge is accepted by another person than its maker")
        if challenge.opponent is not None and not challenge.is_to(caller):
            raise Refusal("not_your_challenge", "another player is challenged")
        maker = None if challenge.maker is None else challenge.maker.id
        await self.pairing.check_contact(caller.account, maker)
        now = now_ms()
        if challenge.at(now) != "open":
            return await self._accepted_before(challenge, token)
        agreement = await self.maker.agreed(challenge.wishes, caller, "")
        check_rated(agreement, None if challenge.maker is None else challenge.maker.id)
        agreement = accepted(agreement, "" if caller.account else name)
        told = []
        if challenge.maker is not None:
            about = challenge.maker.id
            told = [Told(about, "accepted", now, agreement.id), Told(about, "turn", now, agreement.id)]
        both = {MAKER: challenge.maker, OPPONENT: caller.member}
        members = {holder: member for holder, member in both.items() if member is not None}
        try:
            return await self.maker.open_between(
                agreement,
                challenge.token_hash,
                token,
                members,
                settle(challenge.id, "accepted", now, agreement.id),
                told,
            )
        except Conflict:
            found = await self.store.find(challenge.id)
            if found is None:
                raise Refusal("no_such_challenge", "there is no such challenge any more") from None
            return await self._accepted_before(found, token)

    async def _accepted_before(self, challenge: Challenge, token: str) -> Made:
        """The answer to an earlier try may have been lost on its way."""
        if challenge.game is not None:
            made = await self.maker.seated(challenge.game, token)
            if made is not None:
                return made
        raise Refusal("challenge_over", f"this challenge is {challenge.at(now_ms())}")

    async def decline(self, challenge: Challenge, caller: Caller) -> Challenge:
        """The challenged player says no."""
        if not challenge.is_to(caller):
            raise Refusal("not_your_challenge", "only the challenged player declines it")
        return await self._settle(challenge, "declined")

    async def withdraw(self, challenge: Challenge, caller: Caller, token_hash: str | None) -> Challenge:
        """Its maker takes it back."""
        if not challenge.is_by(caller, token_hash):
            raise Refusal("not_your_challenge", "only its maker withdraws it")
        return await self._settle(challenge, "withdrawn")

    async def _settle(self, challenge: Challenge, status: ChallengeStatus) -> Challenge:
        if challenge.status == status:
            return challenge
        try:
            await self.store.settle(challenge.id, status, now_ms())
        except Conflict:
            raise Refusal("challenge_over", "this challenge has been answered, or has expired") from None
        return replace(challenge, status=status)

    async def tidy(self) -> None:
        """Forget old ones."""
        await self.store.forget_old(now_ms())
