"""Accounts over HTTP: making one, signing in, ways in, sessions, and what belongs to an account."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import ConfigDict, Field
from typing_extensions import TypeAliasType

from stonefield.server.protocol.base import Request, View, doc
from stonefield.server.protocol.messages import Token
from stonefield.server.protocol.ratings import PoolRating
from stonefield.server.protocol.views import OptionValues, SeatKind

NameProblem = TypeAliasType(
    "NameProblem",
    Annotated[
        Literal["short", "long", "letters", "mixed", "reserved", "taken"],
        doc(
            "`letters`: something other than letters, digits and single `-`, `_` or `.` between them. "
            "`mixed`: letters of several scripts. `taken`: another account has it, or one that looks like it."
        ),
    ],
)
AccountName: TypeAlias = Annotated[str, Field(max_length=64, description="As the person writes it")]
Id: TypeAlias = Annotated[str, Field(min_length=1, max_length=32)]
Language: TypeAlias = Annotated[str, Field(pattern="^[a-z]{2}$", description="One of the catalogue's")]
PasswordText: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]
Encoded: TypeAlias = Annotated[str, Field(min_length=1, max_length=20_000, description="base64url")]

# Passkeys, as browsers write them (`PublicKeyCredential.toJSON()`); what is not needed here is ignored.


class _FromBrowser(Request):
    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)


class RegistrationAnswer(_FromBrowser):
    """What an authenticator answers when a passkey is made."""

    clientDataJSON: Encoded  # noqa: N815 - the browsers' own names
    attestationObject: Encoded  # noqa: N815
    transports: list[Annotated[str, Field(max_length=32)]] = Field(default_factory=list, max_length=10)


class NewCredential(_FromBrowser):
    """A passkey that was just made."""

    id: Encoded
    rawId: Encoded  # noqa: N815
    type: Literal["public-key"]
    response: RegistrationAnswer


class AssertionAnswer(_FromBrowser):
    """What an authenticator answers when a passkey is used."""

    clientDataJSON: Encoded  # noqa: N815
    authenticatorData: Encoded  # noqa: N815
    signature: Encoded
    userHandle: Encoded | None = None  # noqa: N815


class ShownCredential(_FromBrowser):
    """A passkey that is shown to sign in."""

    id: Encoded
    rawId: Encoded  # noqa: N815
    type: Literal["public-key"]
    response: AssertionAnswer


# What comes along


class HeldGame(Request):
    """A game of this browser."""

    game: Annotated[Id, doc("Its id")]
    token: Annotated[Token, doc("Of the seat")]


class HeldStudy(Request):
    """A study that was made in this browser."""

    study: Annotated[Id, doc("Its id")]
    token: Annotated[Token, doc("Its owner's")]


class Along(Request):
    """What this browser has, to belong to the account from now on. What is not there any more is left out."""

    games: list[HeldGame] = Field(default_factory=list, max_length=500, description="By their seats' tokens")
    studies: list[HeldStudy] = Field(default_factory=list, max_length=300, description="By owners' tokens")
    learner: Token | None = Field(
        default=None,
        description="The practice profile's token; an account that has one already keeps its own",
    )


# Requests


class NewAccount(Request):
    """An account to be made, with a password or a passkey as the way in."""

    name: AccountName
    language: Language = "en"
    password: PasswordText | None = Field(default=None, description="At least 10 characters")
    passkey: NewCredential | None = Field(
        default=None, description="Made with the options of `POST /api/accounts/passkey-options`"
    )
    along: Along = Field(default_factory=Along, description="What comes along from this browser")


class NewAccountPasskey(Request):
    """The name of an account that is to be made with a passkey."""

    name: AccountName


class SignIn(Request):
    """Signing in with a password."""

    name: AccountName
    password: PasswordText
    along: Along = Field(default_factory=Along, description="What comes along from this browser")


class PasskeySignIn(Request):
    """Signing in with a passkey, whose account it names itself."""

    passkey: ShownCredential
    along: Along = Field(default_factory=Along, description="What comes along from this browser")


class RecoverySignIn(Request):
    """Signing in with a recovery code, which is used up by that."""

    name: AccountName
    code: str = Field(min_length=1, max_length=64, description="Case, spaces and hyphens do not matter")
    along: Along = Field(default_factory=Along, description="What comes along from this browser")


class Proof(Request):
    """Showing again who one is: the password, or a passkey."""

    password: PasswordText | None = None
    passkey: ShownCredential | None = Field(
        default=None, description="Made with the options of `POST /api/sessions/passkey-options`"
    )


class NewName(Request):
    """Another name for the account; at most once in 30 days."""

    name: AccountName


class NewPassword(Request):
    """A first or another password."""

    password: Annotated[PasswordText, doc("At least 10 characters")]


class NewPasskey(Request):
    """One more passkey."""

    passkey: NewCredential
    name: str = Field(default="", max_length=40, description="What the person calls it")


class PasskeyName(Request):
    """What the person calls a passkey."""

    name: str = Field(max_length=40)


class AccountSettings(Request):
    """What is to be changed; the rest stays."""

    language: Language | None = None
    private: bool | None = Field(default=None, description="Whether the profile shows the name only")
    shown: bool | None = Field(
        default=None, description="Whether the lobby names the account while it is there"
    )


# Answers


class PasskeyView(View):
    """A passkey of the account."""

    id: Annotated[str, doc("By which it is renamed and removed")]
    name: Annotated[str, doc('What the person calls it; "" if they do not')]
    host: Annotated[str, doc("The name of the site that it works at")]
    created: Annotated[int, doc("Milliseconds since 1970")]
    used: Annotated[int | None, doc("When it was last used to sign in; null: never")]


class AccountView(View):
    """The account as its owner sees it."""

    name: Annotated[str, doc("As it is shown, and the last part of its address")]
    created: Annotated[int, doc("Milliseconds since 1970")]
    language: Annotated[str, doc("In which mails are written")]
    mail: Annotated[str | None, doc("Where mails go; null: nowhere")]
    mail_confirmed: Annotated[bool, doc("Whether a mail has arrived there")]
    private: Annotated[bool, doc("Whether the profile shows the name only")]
    shown: Annotated[bool, doc("Whether the lobby names the account while it is there")]
    rename_from: Annotated[int | None, doc("Before this the name cannot be changed; null: it can")]
    password: Annotated[bool, doc("Whether there is one")]
    passkeys: Annotated[list[PasskeyView], doc("The oldest first")]
    recovery_codes: Annotated[int, doc("How many are left")]
    learner: Annotated[str | None, doc("Id of the account's practice profile")]
    session: Annotated[str, doc("Id of the session of this browser")]
    proven_until: Annotated[
        int, doc("Until then ways in can be changed and the account deleted without showing one again")
    ]


class TakenAlong(View):
    """What belongs to the account from now on."""

    games: Annotated[list[str], doc("Ids")]
    studies: Annotated[list[str], doc("Ids")]
    learner: Annotated[bool, doc("Whether the practice profile did")]


class SignedIn(View):
    """The answer to signing in; the cookie comes with it."""

    account: AccountView
    along: TakenAlong


class AccountMade(SignedIn):
    """The answer to making an account."""

    recovery_codes: Annotated[list[str], doc("To be written down: they are shown here and never again")]


class RecoveryCodes(View):
    """New codes; the old ones do not count any more."""

    codes: Annotated[list[str], doc("To be written down: they are shown here and never again")]


class PasskeyOptions(View):
    """What the browser needs to make or to show a passkey."""

    options: Annotated[
        dict[str, Any],
        doc(
            "For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`. "
            "Good for one try within 5 minutes"
        ),
    ]


class NameVerdict(View):
    """Whether an account could have a name."""

    name: Annotated[str, doc("As it would be written")]
    problem: Annotated[NameProblem | None, doc("null: it is free")]


class Completion(View):
    """How many games a person finishes."""

    finished: Annotated[int, doc("Those among them that were not lost on time")]
    counted: Annotated[int, doc("Games with a clock that have ended, rated or not: at most the latest 100")]


class PublicAccount(View):
    """The account as others see it."""

    name: Annotated[str, doc("As it is shown, and the last part of its address")]
    created: Annotated[int | None, doc("Milliseconds since 1970; null if it is private")]
    private: Annotated[bool, doc("Whether nothing but the name is shown")]
    ratings: Annotated[list[PoolRating], doc("By pool, the most played first; [] if it is private")]
    completion: Annotated[Completion | None, doc("null: private, or no game with a clock has ended")]


class SessionView(View):
    """A browser in which the account is signed in."""

    id: Annotated[str, doc("By which it is ended")]
    current: Annotated[bool, doc("Whether it is this browser")]
    device: Annotated[str, doc('Browser and system, such as `Firefox, Linux`; "" if unknown')]
    created: Annotated[int, doc("When the person signed in, in milliseconds since 1970")]
    seen: Annotated[int, doc("When it was last used, to within an hour")]
    expires: Annotated[int, doc("When it ends if it is not used any more")]


class SessionList(View):
    """Where the account is signed in."""

    sessions: Annotated[list[SessionView], doc("Those used last first")]


class MySeat(View):
    """A seat of a game in the list."""

    kind: SeatKind
    name: Annotated[str, doc('"" for an engine, an open seat, or a person without a name')]
    level: Annotated[float | None, doc("An engine's level")]
    account: Annotated[str | None, doc('Its account\'s name; "" if that was deleted, null if there is none')]
    mine: Annotated[bool, doc("Whether this account has it")]


class MyGame(View):
    """A game of the account."""

    game: Annotated[str, doc("The game's id")]
    rules: Annotated[str, doc("Which game is played")]
    options: Annotated[OptionValues, doc("With their defaults")]
    seats: Annotated[list[MySeat], doc("Seat 0 began")]
    clock: Annotated[tuple[int, int] | None, doc("Seconds and increment; null: no clock")]
    created: Annotated[int, doc("Milliseconds since 1970")]
    at: Annotated[int, doc("When something last happened")]
    my_turn: Annotated[bool, doc("Whether a seat of this account decides")]
    ended: Annotated[int | None, doc("When it was over; null: it runs")]
    result: Annotated[Literal["won", "lost", "drawn", "stopped"] | None, doc("How it ended for this account")]


class MyGames(View):
    """Games of the account: those with its turn, then others that run, then those that ended last."""

    games: Annotated[list[MyGame], doc("At most 50")]
    more: Annotated[bool, doc("Whether there is a further page")]
