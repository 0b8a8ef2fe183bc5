/** Passkeys: what the browser's own dialogs make and show, as the server writes and reads it. */

import type { NewCredential, PasskeyOptions, ShownCredential } from '../messages';
import { Problem } from '../source';

/** Why there can be no passkeys here. */
export type Hindrance = 'address' | 'insecure' | 'browser';

/** A passkey belongs to a site by its name, and an address of numbers is none. */
const NUMBERS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/;

export function hindrance(
  { hostname }: { readonly hostname: string } = location,
  browser: { readonly isSecureContext: boolean; readonly PublicKeyCredential?: unknown } = window,
): Hindrance | null {
  if (NUMBERS.test(hostname)) return 'address';
  if (!browser.isSecureContext) return 'insecure';
  return browser.PublicKeyCredential ? null : 'browser';
}

/** Let the device make a passkey. */
export async function makePasskey({ options }: PasskeyOptions): Promise<NewCredential> {
  const made = await asked(() =>
    navigator.credentials.create({
      publicKey: bytesIn(options) as unknown as PublicKeyCredentialCreationOptions,
    }),
  );
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    ...named(made),
    response: {
      clientDataJSON: encode(response.clientDataJSON),
      attestationObject: encode(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  };
}

/** Let the device show a passkey. `offered`: only if the person picks it among what the browser fills in. */
export async function showPasskey(
  { options }: PasskeyOptions,
  offered?: AbortSignal,
): Promise<ShownCredential> {
  const shown = await asked(() =>
    navigator.credentials.get({
      publicKey: bytesIn(options) as unknown as PublicKeyCredentialRequestOptions,
      ...(offered && { mediation: 'conditional', signal: offered }),
    }),
  );
  const response = shown.response as AuthenticatorAssertionResponse;
  return {
    ...named(shown),
    response: {
      clientDataJSON: encode(response.clientDataJSON),
      authenticatorData: encode(response.authenticatorData),
      signature: encode(response.signature),
      userHandle: response.userHandle ? encode(response.userHandle) : null,
    },
  };
}

/** Whether the browser can offer passkeys where it fills in names. */
export const canOffer = async (): Promise<boolean> =>
  hindrance() === null && ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);

/** What browsers call what went wrong, and what it means to a person. */
const FAILURES: Readonly<Record<string, string>> = {
  NotAllowedError: 'passkey_cancelled',
  AbortError: 'passkey_cancelled',
  InvalidStateError: 'passkey_known',
};

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  let credential: Credential | null;
  try {
    credential = await ask();
  } catch (error) {
    const { name, message } = error as DOMException;
    throw new Problem(FAILURES[name] ?? 'passkey_failed', message);
  }
  if (!credential) throw new Problem('passkey_cancelled', '');
  return credential as PublicKeyCredential;
}

const named = ({ id, rawId }: PublicKeyCredential) => ({
  id,
  rawId: encode(rawId),
  type: 'public-key' as const,
});

/** The members of the options that are bytes, wherever they are. */
const BYTES: ReadonlySet<string> = new Set(['challenge', 'id']);
/** The name of the site is called `id` as well, and is none. */
const WORDS: ReadonlySet<string> = new Set(['rp', 'extensions']);

/** The server's options with bytes where the browser wants bytes. */
export function bytesIn(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => {
      if (typeof value === 'string') return [name, BYTES.has(name) ? decode(value) : value];
      if (WORDS.has(name) || typeof value !== 'object' || value === null) return [name, value];
      return [name, Array.isArray(value) ? value.map(inside) : inside(value)];
    }),
  );
}

const inside = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? bytesIn(value as Record<string, unknown>) : value;

/** Bytes as base64url, without padding. */
export function encode(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function decode(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}
