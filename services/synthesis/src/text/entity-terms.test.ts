import { describe, expect, it } from '@jest/globals';
import { entityTerms } from './entity-terms.ts';

describe('The entities of a query', () => {
  it('are its identifiers as they are indexed: no dates, amounts and plain words', () => {
    expect(entityTerms('Where is order #W1234567 of mei_kovacs_8020 from 2026-05-08 for 12.50 PLEASE?')).toEqual([
      'w1234567',
      'mei_kovacs_8020',
    ]);
  });
});
