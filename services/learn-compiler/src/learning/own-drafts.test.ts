import { describe, expect, it } from '@jest/globals';
import { writtenEvent } from '../../test/written-sessions.ts';
import { digestEvent } from '../compile/digest-event.ts';
import type { MemoryDraft } from '../compile/types.ts';
import { ownMemories } from './own-drafts.ts';

const scope = { tenantId: 'ten_1', environment: 'live' } as const;
const owner = { agentId: 'ops', namespaceId: null };
const said = (id: string, tags: readonly string[]): MemoryDraft[] =>
  digestEvent(writtenEvent('message', { role: 'user', content: 'The salary of Ada is 100' }, { id, tags })).memories;
const owned = (...drafts: MemoryDraft[][]) => ownMemories(scope, owner, drafts.flat());
const told = (memories: ReturnType<typeof owned>) =>
  memories.map(({ draft: { tags, sourceEvents } }) => ({ tags, sourceEvents }));

describe('the same words', () => {
  it('are one memory where they have the same tags, in any order and however often', () => {
    const [plain] = owned(said('evt_1', ['b', 'a']));
    const both = owned(said('evt_1', ['b', 'a']), said('evt_2', ['a', 'b', 'a']));
    expect(told(both)).toEqual([{ tags: ['a', 'b'], sourceEvents: ['evt_1', 'evt_2'] }]);
    expect(both[0]?.id).toBe(plain?.id);
  });

  it('are another memory with other tags: nobody opens or hides what was said by repeating it', () => {
    const tagSets = [[], ['salary'], ['public'], ['public', 'salary'], ['publicsalary']];
    const memories = owned(...tagSets.map((tags, at) => said(`evt_${String(at)}`, tags)));
    expect(told(memories)).toEqual(tagSets.map((tags, at) => ({ tags, sourceEvents: [`evt_${String(at)}`] })));
    expect(new Set(memories.map(({ id }) => id)).size).toBe(tagSets.length);
  });

  it('keep the identity that they had before tags counted where there are none', () => {
    expect(owned(said('evt_1', [])).map(({ id }) => id)).toEqual(['mem_df84a2018e3b707827965456bc3bda72']);
  });
});

describe('how an error was overcome', () => {
  it('stays one memory while the tags of its evidence grow', () => {
    const [draft] = said('evt_1', []);
    if (draft === undefined) throw new Error('Nothing was read');
    const before = { ...draft, kind: 'error_resolution' as const, tags: ['get_order'] };
    const after = { ...before, tags: ['get_order', 'salary'], sourceEvents: ['evt_2'] };
    const memories = owned([before, after]);
    expect(told(memories)).toEqual([{ tags: ['get_order', 'salary'], sourceEvents: ['evt_1', 'evt_2'] }]);
    expect(memories[0]?.id).toBe(owned([before])[0]?.id);
  });
});
