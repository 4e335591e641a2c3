import { describe, expect, it } from '@jest/globals';
import { artifactFilter } from './artifact-filter.ts';
import { passes, type Filter, type Subject } from './filter.ts';

const made = (tags: readonly string[]): Subject => ({ id: 'art_1', namespaceId: null, agentId: 'ops', tags });
const tagged = (...among: string[]): Filter => ({ on: 'tags', among });
const named = (...among: string[]): Filter => ({ on: 'id', among });

describe('the filter on an artifact', () => {
  it('hides what rests on an event that is hidden by tag', () => {
    const filter = artifactFilter({ artifact: true, artifactSources: { not: tagged('salary') } });
    expect(passes(filter, made(['refund', 'salary']))).toBe(false);
    expect(passes(filter, made(['refund']))).toBe(true);
  });

  it('hides by what is said of memories and of artifacts alike', () => {
    const filter = artifactFilter({ artifact: { not: named('art_1') }, artifactSources: { not: tagged('salary') } });
    expect(passes(filter, made([]))).toBe(false);
    expect(passes(filter, { ...made([]), id: 'art_2' })).toBe(true);
    expect(passes(filter, { ...made(['salary']), id: 'art_2' })).toBe(false);
  });

  it('takes no memory that policies name for an artifact', () => {
    const opened: Filter = { any: [named('art_1', 'mem_1'), tagged('public')] };
    const closed: Filter = { all: [{ not: named('art_1', 'mem_1') }, { not: tagged('salary') }] };
    expect(passes(artifactFilter({ artifact: true, artifactSources: opened }), made([]))).toBe(false);
    expect(passes(artifactFilter({ artifact: true, artifactSources: opened }), made(['public']))).toBe(true);
    expect(passes(artifactFilter({ artifact: true, artifactSources: closed }), made([]))).toBe(true);
  });

  it('is that on the artifact alone where its sources are not looked at, or as it', () => {
    const artifact = { not: tagged('salary') };
    for (const artifactSources of [null, { not: tagged('salary') }])
      expect(artifactFilter({ artifact, artifactSources })).toEqual(artifact);
  });
});
