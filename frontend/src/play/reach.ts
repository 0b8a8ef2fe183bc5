/** Whether a host name means the machine itself, so that an address with it does not work elsewhere. */
export function isLocal(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127\./.test(name);
}
