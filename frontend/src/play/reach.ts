/** Whether a host name means the machine itself, so that nobody else can open an address with it. */
export function isLocal(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127\./.test(name);
}
