import { describe, expect, it } from '@jest/globals';
import { captureEvent } from '@strata/contracts/operations/capture';
import { getMemory, listMemories } from '@strata/contracts/operations/memories';
import { splitInput } from './split-input.ts';

describe('A flat input', () => {
  it('gives the path what it names', () => {
    expect(splitInput(getMemory, { id: 'mem_1' })).toEqual({ params: { id: 'mem_1' }, query: {}, body: undefined });
  });

  it('becomes the query of an operation without a body', () => {
    expect(splitInput(listMemories, { limit: 5 })).toEqual({ params: {}, query: { limit: 5 }, body: undefined });
  });

  it('becomes the body of an operation that takes one', () => {
    expect(splitInput(captureEvent, { type: 'message' })).toEqual({ params: {}, query: {}, body: { type: 'message' } });
  });
});
