import { describe, expect, it } from '@jest/globals';
import { sharedSignature } from './shared-signature.ts';

const seen = (lines: readonly string[]) =>
  lines.map((line, n) => ({ line, session: `s${String(n)}`, task: `t${String(n)}` }));

describe('The signature of an error', () => {
  it('shows what is equal in all occurrences, and masks what differs', () => {
    const lines = ['nest "red": egg NST-17 broke at 3 o’clock', 'nest "red": egg NST-18 broke at 3 o’clock'];
    expect(sharedSignature(seen(lines), true)).toBe('nest "red": egg <id> broke at 3 o’clock');
  });

  it('masks what looks like an id if it was seen once, and a name in a tool’s error', () => {
    expect(sharedSignature(seen(['nest "red": egg NST-17 broke']), true)).toBe('nest "red": egg <id> broke');
    expect(sharedSignature(seen(['nest "red": egg-shell broke']), false)).toBe('nest <value>: egg-shell broke');
  });

  it('shows no number of a tool’s error, and a quoted text only if several tasks have it', () => {
    const lines = ['no "red" nest 17', 'no "red" nest 17'];
    expect(sharedSignature(seen(lines), false)).toBe('no "red" nest <n>');
    const oneTask = seen(lines).map((sighting) => ({ ...sighting, task: 't' }));
    expect(sharedSignature(oneTask, false)).toBe('no <value> nest <n>');
  });

  it('keeps codes', () => {
    expect(sharedSignature(seen(['error NST99: egg 1 broke', 'error NST99: egg 2 broke']), false)).toBe(
      'error NST99: egg <n> broke',
    );
  });

  it('keeps the marks that variable words share', () => {
    expect(sharedSignature(seen(['red: no egg', 'blue: no egg']), true)).toBe('<value>: no egg');
  });
});
