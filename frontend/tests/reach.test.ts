import { expect, test } from 'vitest';
import { isLocal } from '../src/play/reach';

test('names of the machine itself are no address for others', () => {
  for (const host of ['localhost', 'LOCALHOST', 'x.localhost', '127.0.0.1', '127.3.2.1', '::1', '[::1]'])
    expect(isLocal(host), host).toBe(true);
  for (const host of [
    '192.168.1.20',
    '10.127.0.1',
    'stones.example.org',
    'localhost.example.org',
    '[fe80::1]',
  ])
    expect(isLocal(host), host).toBe(false);
});
