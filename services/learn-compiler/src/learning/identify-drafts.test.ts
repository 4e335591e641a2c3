import { describe, expect, it } from '@jest/globals';
import { writtenEvent } from '../../test/sessions-fixture.ts';
import { digestEvent } from '../compile/digest-event.ts';
import type { MemoryDraft } from '../compile/types.ts';
import { identifyMemories } from './identify-drafts.ts';

const scope = { tenantId: 'ten_1', environment: 'live' } as const;
const place = { agentId: 'ops', namespaceId: null };
const draftsOf = (id: string, tags: readonly string[]): MemoryDraft[] =>
  digestEvent(writtenEvent('message', { role: 'user', content: 'The salary of Ada is 100' }, { id, tags: [...tags] }))
    .memories;
const identify = (...drafts: MemoryDraft[][]) => identifyMemories(scope, place, drafts.flat());
const evidenceOf = (memories: ReturnType<typeof identify>) =>
  memories.map(({ draft: { tags, sourceEvents } }) => ({ tags, sourceEvents }));

describe('Drafts of equal content', () => {
  it('become one memory if they have the same tags, in any order and however often', () => {
    const [plain] = identify(draftsOf('evt_1', ['b', 'a']));
    const both = identify(draftsOf('evt_1', ['b', 'a']), draftsOf('evt_2', ['a', 'b', 'a']));
    expect(evidenceOf(both)).toEqual([{ tags: ['a', 'b'], sourceEvents: ['evt_1', 'evt_2'] }]);
    expect(both[0]?.id).toBe(plain?.id);
  });

  it('become different memories if their tags differ: repeating a statement neither opens nor hides it', () => {
    const tagSets = [[], ['salary'], ['public'], ['public', 'salary'], ['publicsalary']];
    const memories = identify(...tagSets.map((tags, at) => draftsOf(`evt_${String(at)}`, tags)));
    expect(evidenceOf(memories)).toEqual(tagSets.map((tags, at) => ({ tags, sourceEvents: [`evt_${String(at)}`] })));
    expect(new Set(memories.map(({ id }) => id)).size).toBe(tagSets.length);
  });

  it('without tags keep the id that they had before tags were part of it', () => {
    expect(identify(draftsOf('evt_1', [])).map(({ id }) => id)).toEqual(['mem_df84a2018e3b707827965456bc3bda72']);
  });
});

describe('An error resolution', () => {
  it('stays one memory while the tags of its evidence grow', () => {
    const [draft] = draftsOf('evt_1', []);
    if (draft === undefined) throw new Error('No draft');
    const before = { ...draft, kind: 'error_resolution' as const, tags: ['get_order'] };
    const after = { ...before, tags: ['get_order', 'salary'], sourceEvents: ['evt_2'] };
    const memories = identify([before, after]);
    expect(evidenceOf(memories)).toEqual([{ tags: ['get_order', 'salary'], sourceEvents: ['evt_1', 'evt_2'] }]);
    expect(memories[0]?.id).toBe(identify([before])[0]?.id);
  });
});
