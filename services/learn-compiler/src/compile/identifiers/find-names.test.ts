import { expect, it } from '@jest/globals';
import { findNames } from './find-names.ts';

const session = (n: number, ...names: string[]) => ({ id: `s${String(n)}`, task: `t${String(n)}`, names });

it('Names of customers are words that hardly any other session has, and that are no values of fields', () => {
  const sessions = Array.from({ length: 60 }, (_, n) => session(n, `Name${String(n)}`, 'Kestrel', `p${String(n)}`));
  const back = session(60, 'Name0');
  const unread = Array.from({ length: 2_000 }, (_, n) => session(100 + n));
  const names = findNames([...sessions, back, ...unread], new Set(['p0']));
  expect(names.get('s0')).toEqual(['Name0']);
  expect(names.get('s60')).toEqual(['Name0']);
});

it('A word counts as a name if three of sixty customers have it, and not if four have it', () => {
  const sessions = Array.from({ length: 60 }, (_, n) =>
    session(n, `Name${String(n)}`, ...(n < 3 ? ['Ida'] : []), ...(n < 4 ? ['York'] : [])),
  );
  expect(findNames(sessions, new Set()).get('s0')).toEqual(['Name0', 'Ida']);
});
