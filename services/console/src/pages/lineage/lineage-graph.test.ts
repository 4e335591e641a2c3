import { describe, expect, it } from '@jest/globals';
import { kindOf, mergeGraphs, type LineageGraph, type LineageNode } from './lineage-graph.ts';

const event: LineageNode = { id: 'evt_1', kind: 'event', label: 'a call', isReadable: true };
const memory: LineageNode = { id: 'mem_1', kind: 'memory', label: 'an action', isReadable: true };
const artifact: LineageNode = { id: 'art_1', kind: 'artifact', label: 'a schema', isReadable: true };
const learned = { from: 'evt_1', to: 'mem_1' };
const compiled = { from: 'mem_1', to: 'art_1' };
const before: LineageGraph = { nodes: [event, memory], edges: [learned], isTruncated: false };
const after: LineageGraph = { nodes: [memory, artifact], edges: [compiled, learned], isTruncated: true };

describe('A lineage graph', () => {
  it('has what two graphs share once', () =>
    expect(mergeGraphs([before, after])).toEqual({
      nodes: [event, memory, artifact],
      edges: [learned, compiled],
      isTruncated: true,
    }));

  it('is complete if all its parts are', () => expect(mergeGraphs([before]).isTruncated).toBe(false));

  it('knows the kind of a node by its id', () => {
    expect(['evt_1', 'mem_1', 'art_1'].map(kindOf)).toEqual(['event', 'memory', 'artifact']);
    expect(['', 'x', 'job_1'].map(kindOf)).toEqual([undefined, undefined, undefined]);
  });
});
