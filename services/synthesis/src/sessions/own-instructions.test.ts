import { expect, it } from '@jest/globals';
import { ownInstructions } from './own-instructions.ts';

const PLACE = { agentId: 'desk', namespaceId: null };
const given = (id: string, ...sessions: string[]) => ({
  id,
  instruction: { conditionTerms: [], matter: [id], isProhibition: false, sessions, isOfEndUser: id === 'of-end-user' },
});
const ALL = [given('of-ann', 'ann'), given('of-bob', 'bob'), given('of-both', 'bob', 'ann'), given('of-nobody', 'x')];
const note = (sessionId: string, identifier: string) => ({
  place: PLACE,
  sessionId,
  outcome: null,
  identifiers: [identifier],
  names: [],
});

const idsFor = (notes: Parameters<typeof ownInstructions>[1], ...asked: string[]) =>
  ownInstructions(ALL, notes, 'desk', new Set(asked)).map(({ id }) => id);

it('Instructions to an agent that serves customers count for the customer whom the query names', () => {
  const notes = { sessions: [note('ann', 'A100'), note('bob', 'B200')], scopes: [] };
  expect(idsFor(notes, 'A100')).toEqual(['of-ann', 'of-both']);
  expect(idsFor(notes)).toEqual([]);
  expect(idsFor({ sessions: [], scopes: [{ place: PLACE, identifierForms: ['a999'] }] })).toEqual([]);
});

it('An instruction of an end user counts for this one, whatever customers the agent serves', () => {
  const notes = { sessions: [note('ann', 'A100')], scopes: [] };
  const all = [...ALL, given('of-end-user', 'chat')];
  expect(ownInstructions(all, notes, 'desk', new Set()).map(({ id }) => id)).toEqual(['of-end-user']);
});

it('Instructions to an agent without customers all count', () => {
  expect(idsFor({ sessions: [], scopes: [] })).toHaveLength(ALL.length);
  const ofOtherAgent = { ...note('ann', 'A100'), place: { agentId: 'other', namespaceId: null } };
  expect(idsFor({ sessions: [ofOtherAgent], scopes: [] })).toHaveLength(ALL.length);
});
