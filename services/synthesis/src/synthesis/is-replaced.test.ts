import { expect, it } from '@jest/globals';
import { indexedMemorySchema } from '@strata/contracts/calls/synthesis';
import type { Instruction } from '../rank/instruction.ts';
import { prepareEntry } from '../indexing/prepare-entry.ts';
import { isReplaced } from './is-replaced.ts';

function instruction(body: string): Instruction {
  const entry = prepareEntry(
    indexedMemorySchema.parse({
      ...{ type: 'memory', id: 'mem_1', revision: 1, agentId: null, namespaceId: null, tags: [], confidence: 1 },
      ...{ kind: 'statement', body, speaker: 'user', sessionId: 's', position: 0 },
      ...{ validFrom: '2024-03-01T10:00:00.000Z', importance: 0.5 },
    }),
  );
  if (entry.text.instruction === undefined) throw new Error(`No instruction: ${body}`);
  return entry.text.instruction;
}

it.each([
  ['Always answer in French.', 'From now on answer in German.', true],
  ['Always use metric units.', 'From now on use imperial units, please.', true],
  ['Never use tabs.', 'Always use tabs.', true],
  ['Never book before 9.', 'Never, ever book before 9!', true],
  ['Always use tabs.', 'Always use type hints.', false],
  ['Never use tabs in scripts.', 'Never use emojis in scripts.', false],
  ['Always answer in French.', 'Always answer in German when I ask about Berlin.', false],
  ['Name the author when I ask about books.', 'Name the author when I ask about pictures.', false],
])('"%s" is replaced by "%s": %s', (older, newer, expected) => {
  expect(isReplaced(instruction(older), instruction(newer))).toBe(expected);
});
