import { expect, test } from 'vitest';
import { Attempt } from '../src/attempt.svelte';
import { Problem } from '../src/source';
import { texts } from '../src/texts.svelte';

const failing = (code: string) => () => Promise.reject(new Problem(code, ''));

test('an attempt tells whether the server is away or has refused', async () => {
  texts.entries = { 'connection.away.text': 'Away.', 'error.no_such_lesson': 'No such lesson.' };
  const attempt = new Attempt();
  await attempt.make(failing('away'));
  expect(attempt).toMatchObject({ away: true, problem: 'Away.', waiting: false });
  await attempt.make(failing('no_such_lesson'));
  expect(attempt).toMatchObject({ away: false, problem: 'No such lesson.' });
  await attempt.make(() => Promise.resolve());
  expect(attempt).toMatchObject({ away: false, problem: '' });
});
