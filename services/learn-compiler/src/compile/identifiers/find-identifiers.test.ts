import { describe, expect, it } from '@jest/globals';
import { findIdentifiers, type NamingSession } from './find-identifiers.ts';

const named = (text: string): NamingSession['named'] =>
  text.split(', ').map((one) => {
    const [field = '', value = '', given] = one.split(' ');
    return { field, value, isGiven: given === '!', isFound: given === '?' };
  });

/** Sessions of support: a customer with two orders each, of products that they share. */
const support = (count: number): NamingSession[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `s${String(n)}`,
    task: `t${String(n)}`,
    isOfFiles: false,
    named: named(
      `user_id mei_${String(1000 + n)} !, email mei${String(n)}@example.com, order_id w${String(1000000 + n)} !, ` +
        `order_id w${String(2000000 + n)} !, product_id p${String(55500 + (n % 3))} !, agent_id agent_0001`,
    ),
  }));

describe('The identifiers of customers', () => {
  it('are what one subject has: not what customers share, and not what all sessions have', () => {
    const { bySession } = findIdentifiers(support(8));
    expect([...(bySession.get('s0') ?? [])].sort()).toEqual(['mei0@example.com', 'mei_1000', 'w1000000', 'w2000000']);
    expect(bySession.size).toBe(8);
  });

  it('leave open only what fields with too few values hold', () => {
    const { decided } = findIdentifiers(support(8));
    expect(['mei_1000', 'w1000000', 'p55500', 'agent_0001'].filter((value) => !decided.has(value))).toEqual([
      'agent_0001',
    ]);
  });

  it('are still known if the customer comes back with another task', () => {
    const back = {
      id: 'back',
      task: 'again',
      isOfFiles: false,
      named: named('user_id mei_1000 !, order_id w1000000 !'),
    };
    expect(findIdentifiers([...support(8), back]).bySession.get('back')).toEqual(['mei_1000', 'w1000000']);
  });

  it('are known if most customers come back, and are asked for by e-mail one time and by zip code the next', () => {
    const sessions = Array.from({ length: 20 }, (_, n) => {
      const customer = Math.floor(n / 2.5);
      const asked = n % 2 === 0 ? `email c${String(customer)}@example.com !` : `zip ${String(90100 + customer)} !`;
      const shown = `email c${String(customer)}@example.com, zip ${String(90100 + customer)}`;
      return {
        id: `s${String(n)}`,
        task: `t${String(n)}`,
        isOfFiles: false,
        named: named(
          `${asked}, ${shown}, order_id w${String(1000000 + customer)} !, order_id w${String(2000000 + customer)} !, ` +
            `order_id w${String(3000000 + n)} !, product_id p${String(55500 + (n % 3))}`,
        ),
      };
    });
    expect([...(findIdentifiers(sessions).bySession.get('s0') ?? [])].sort()).toEqual([
      '90100',
      'c0@example.com',
      'w1000000',
      'w2000000',
      'w3000000',
    ]);
  });

  it('are not what a search without an identifier finds', () => {
    const booking = support(8).map((session, n) => ({
      ...session,
      named: [...session.named, ...named(`flight_number hat${String(100 + n)} ?`)],
    }));
    expect(findIdentifiers(booking).bySession.get('s0')).not.toContain('hat100');
    expect(findIdentifiers(booking).bySession.get('s0')).toContain('mei_1000');
  });

  it('have forms that nothing else has', () => {
    expect(findIdentifiers(support(8)).forms).toEqual(['a9999999', '@']);
  });

  it('are none where no call is given about one subject in a task', () => {
    const coding = Array.from({ length: 8 }, (_, n) => ({
      id: `s${String(n)}`,
      task: `t${String(n)}`,
      isOfFiles: false,
      named: named(`job job_${String(1000 + n)}, run r${String(100000 + n)}, port_id 18080 !`),
    }));
    expect(findIdentifiers(coding)).toEqual({ bySession: new Map(), decided: new Set(), forms: [] });
  });

  it('are none where most sessions work on files, even if each is about one issue', () => {
    const coding = support(8).map((session, n) => ({ ...session, isOfFiles: n > 2 }));
    expect(findIdentifiers(coding)).toEqual({ bySession: new Map(), decided: new Set(), forms: [] });
    expect(findIdentifiers(coding.slice(0, 6)).bySession.size).toBe(6);
  });

  it('are not learned from two tasks', () => {
    expect(findIdentifiers(support(2)).bySession.size).toBe(0);
  });
});
