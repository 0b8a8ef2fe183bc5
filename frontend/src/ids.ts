/** A name that is not used elsewhere: 128 bits in hexadecimal. */
export function newId(): string {
  // randomUUID exists only where the page came by https or from this machine.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}
