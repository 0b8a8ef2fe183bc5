"""Accounts are made, signed in to, changed and shown."""

from __future__ import annotations

from dataclasses import dataclass

from stonefield.server import metrics
from stonefield.server.accounts.codes import hash_code, new_codes
from stonefield.server.accounts.hashing import Hasher
from stonefield.server.accounts.passkeys import Passkeys, Site
from stonefield.server.accounts.sessions import Sessions
from stonefield.server.domain.people.account import (
    PROOF_LASTS,
    RENAMED_AGAIN,
    Account,
    Passkey,
    Session,
    check_password,
)
from stonefield.server.domain.people.account_names import key_of, problem_of, read_name
from stonefield.server.now import now_ms
from stonefield.server.play.introductions import Introductions
from stonefield.server.protocol.accounts import (
    AccountView,
    NameVerdict,
    NewAccount,
    NewPasskey,
    PasskeyView,
    Proof,
    PublicAccount,
    ShownCredential,
)
from stonefield.server.protocol.problems import Refusal
from stonefield.server.protocol.ratings import PoolRating
from stonefield.server.store.accounts import AccountStore, NewAccountRows
from stonefield.server.store.journal import Conflict
from stonefield.server.tokens import new_game_id

WRONG = "name and password, code or passkey do not fit"
NO_ACCOUNT = "-"
"""No account has this id."""


@dataclass(frozen=True, slots=True)
class NewcomerIn:
    """An account that was just made: its session's token and its codes are shown this once."""

    account: Account
    session: Session
    token: str
    codes: list[str]


class Accounts:
    """All that people do with their accounts."""

    def __init__(
        self,
        store: AccountStore,
        sessions: Sessions,
        passkeys: Passkeys,
        hasher: Hasher,
        introductions: Introductions,
    ) -> None:
        self.store, self.sessions, self.passkeys = store, sessions, passkeys
        self._introductions, self._hasher = introductions, hasher

    # Names

    async def verdict(self, text: str) -> NameVerdict:
        """Whether an account could have a name."""
        name = read_name(text)
        problem = problem_of(name)
        if problem is None and await self.store.named(key_of(name)) is not None:
            problem = "taken"
        return {"name": name, "problem": problem}

    async def _free_name(self, text: str, own: str | None = None) -> str:
        """A name that an account can have; Refusal if it cannot, or another than ``own`` has it."""
        name = read_name(text)
        if (problem := problem_of(name)) is not None:
            raise Refusal("name_refused", problem)
        found = await self.store.named(key_of(name))
        if found is not None and found[0].id != own:
            raise Refusal("name_taken", "another account has this name, or one that looks like it")
        return name

    async def named(self, name: str) -> Account:
        """The account with a name; Refusal if there is none."""
        found = await self.store.named(key_of(read_name(name)))
        if found is None:
            raise Refusal("no_such_account", "there is no account with this name")
        return found[0]

    # Making one

    async def options_for_new(self, site: Site, name: str) -> dict[str, object]:
        """Options for the first passkey of an account that is to be made."""
        return await self.passkeys.creation(site, new_game_id(), await self._free_name(name))

    async def make(self, wishes: NewAccount, site: Site, device: str) -> NewcomerIn:
        """A new account, signed in."""
        if wishes.password is None and wishes.passkey is None:
            raise Refusal("invalid", "an account needs a password or a passkey")
        name, now = await self._free_name(wishes.name), now_ms()
        passkey, password_hash = None, None
        if wishes.passkey is not None:
            passkey = await self.passkeys.made(site, wishes.passkey, "")
        if wishes.password is not None:
            check_password(wishes.password, name)
            password_hash = await self._hasher.hash(wishes.password)
        account = Account(
            id=passkey.account if passkey else new_game_id(),
            name=name,
            created=now,
            touched=now,
            language=wishes.language,
        )
        session, token = self.sessions.new(account.id, device)
        codes = new_codes()
        rows = NewAccountRows(
            account=account,
            key=key_of(name),
            password_hash=password_hash,
            passkey=passkey,
            codes=[hash_code(code, account.id) for code in codes],
            session=session,
        )
        try:
            await self.store.write(rows)
        except Conflict:
            await self._free_name(name)
            raise Refusal("bad_passkey", "an account has this passkey already") from None
        metrics.accounts_made.inc()
        return NewcomerIn(account, session, token, codes)

    # Signing in

    async def by_password(self, name: str, password: str) -> Account:
        """The account with this name and password; the same Refusal, after the same work, for all others."""
        found = await self.store.named(key_of(read_name(name)))
        if not await self._hasher.verify(found and found[1], password) or found is None:
            raise Refusal("wrong_credentials", WRONG)
        return found[0]

    async def by_code(self, name: str, code: str) -> Account:
        """The account with this name and recovery code, which is used up."""
        found = await self.store.named(key_of(read_name(name)))
        account = NO_ACCOUNT if found is None else found[0].id
        if not await self.store.use_code(account, hash_code(code, account)) or found is None:
            raise Refusal("wrong_credentials", WRONG)
        return found[0]

    async def by_passkey(self, site: Site, shown: ShownCredential) -> Account:
        """The account whose passkey was shown."""
        return await self.passkeys.shown(site, shown)

    async def prove(self, session: Session, proof: Proof, site: Site) -> Session:
        """Show again who one is, in a session that runs."""
        if proof.passkey is not None:
            right = (await self.passkeys.shown(site, proof.passkey)).id == session.account
        else:
            known = await self.store.password_hash(session.account)
            right = await self._hasher.verify(known, proof.password or "")
        if not right:
            raise Refusal("wrong_credentials", WRONG)
        return await self.sessions.proved(session)

    # Changing

    async def rename(self, account: Account, text: str, *, at_once: bool = False) -> str:
        """Give an account another name, which its games show from now on; the name.

        ``at_once``: however lately it was changed, and without counting as a change.
        """
        name = await self._free_name(text, account.id)
        counts = not at_once and key_of(name) != key_of(account.name)
        if counts and account.renamed_lately(now_ms()):
            raise Refusal("renamed_lately", "a name can be changed once in 30 days")
        try:
            await self.store.rename(account.id, name, key_of(name), now_ms() if counts else None)
        except Conflict:
            raise Refusal("name_taken", "another account has this name, or one like it") from None
        self.sessions.renamed(account.id)
        self._introductions.of_account(account.id)
        return name

    async def set_password(self, account: Account, session: Session, password: str) -> None:
        """Give an account a password, and end all its other sessions."""
        check_password(password, account.name)
        await self.store.set_password(account.id, await self._hasher.hash(password), now_ms())
        await self.sessions.end(account.id, but=session.id)

    async def fresh_codes(self, account: str) -> list[str]:
        """New recovery codes in place of all the account had."""
        codes = new_codes()
        await self.store.set_codes(account, [hash_code(code, account) for code in codes])
        return codes

    async def options_for_more(self, site: Site, account: Account) -> dict[str, object]:
        """Options for one more passkey."""
        known = (await self.store.ways_in(account.id)).passkeys
        return await self.passkeys.creation(site, account.id, account.name, tuple(known))

    async def add_passkey(self, site: Site, account: Account, wanted: NewPasskey, name: str) -> None:
        """Give an account one more passkey."""
        passkey = await self.passkeys.made(site, wanted.passkey, name)
        if passkey.account != account.id:
            raise Refusal("bad_passkey", "these options were for another account")
        try:
            added = await self.store.add_passkey(passkey)
        except Conflict:
            raise Refusal("bad_passkey", "an account has this passkey already") from None
        if not added:
            raise Refusal("too_many", "this account has as many passkeys as it may; remove one first")

    async def drop_passkey(self, account: Account, passkey: str) -> None:
        """Remove a passkey, if there is another way in."""
        done = await self.store.drop_passkey(account.id, passkey)
        if done is None:
            raise Refusal("no_such_passkey", "the account has no passkey with this id")
        if not done:
            raise Refusal("last_way_in", "it is the only way in")

    # Showing

    async def view(self, account: Account, session: Session) -> AccountView:
        """The account as its owner sees it."""
        there, now = await self.store.ways_in(account.id), now_ms()
        again = None if account.renamed is None else account.renamed + RENAMED_AGAIN
        return {
            "name": account.name,
            "created": account.created,
            "language": account.language,
            "mail": account.mail,
            "mail_confirmed": account.mail_confirmed,
            "private": account.private,
            "shown": account.shown,
            "rename_from": again if account.renamed_lately(now) else None,
            "password": there.password,
            "passkeys": [passkey_view(one) for one in there.passkeys],
            "recovery_codes": there.codes,
            "learner": there.learner,
            "session": session.id,
            "proven_until": session.proven + PROOF_LASTS,
        }


def passkey_view(passkey: Passkey) -> PasskeyView:
    """A passkey as its owner sees it."""
    return {
        "id": passkey.id,
        "name": passkey.name,
        "host": passkey.host,
        "created": passkey.created,
        "used": passkey.used,
    }


def public_view(
    account: Account, ratings: list[PoolRating], completion: tuple[int, int] | None
) -> PublicAccount:
    """The account as others see it."""
    created = None if account.private else account.created
    return {
        "name": account.name,
        "created": created,
        "private": account.private,
        "ratings": ratings,
        "completion": None
        if completion is None or not completion[1]
        else {"finished": completion[0], "counted": completion[1]},
    }
