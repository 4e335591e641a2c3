import { describe, expect, it } from '@jest/globals';
import { passes } from '../src/filter.ts';
import { createPolicyEngine } from '../src/policy-engine.ts';
import fc from 'fast-check';
import { expectedDecision } from './reference-decision.ts';
import { artifact, bareArtifact, circumstances, event, facts, memory, principal } from './random-facts.ts';

const RUNS = { seed: 20_260_301, numRuns: 4_000 };
const action = fc.constantFrom('read' as const, 'write' as const);
const artifacts = fc.oneof({ weight: 4, arbitrary: artifact }, { weight: 1, arbitrary: bareArtifact });

describe('Every decision', () => {
  it('about an event or a memory equals the reference decision, and its reason', () => {
    const asked = fc.oneof(
      event.map((item) => ({ kind: 'event' as const, item })),
      memory.map((item) => ({ kind: 'memory' as const, item })),
    );
    const check = fc.property(facts, principal, circumstances, action, asked, (given, who, when, what, about) => {
      const request = { principal: who, ...when, action: what, ...about };
      const { effect, policy, organizationId } = createPolicyEngine(given).decide(request);
      const expected = expectedDecision(given, request);
      expect(effect).toBe(expected.effect);
      const because = organizationId === null ? 'no organization' : `${organizationId} ${policy?.id ?? 'by default'}`;
      expect(expected.because).toContain(because);
    });
    fc.assert(check, RUNS);
  });

  it('about an artifact equals the reference decision, with all the memories it was compiled from', () => {
    const check = fc.property(facts, principal, circumstances, action, artifacts, (given, who, when, what, about) => {
      const request = { principal: who, ...when, action: what, kind: 'artifact' as const, ...about };
      expect(createPolicyEngine(given).decide(request).effect).toBe(expectedDecision(given, request).effect);
    });
    fc.assert(check, RUNS);
  });
});

describe('A read filter', () => {
  it('passes exactly the events and memories whose decision is allow', () => {
    const check = fc.property(facts, principal, circumstances, event, memory, (given, who, when, happened, known) => {
      const engine = createPolicyEngine(given);
      const filters = engine.readFilters({ principal: who, ...when });
      const asked = { principal: who, ...when, action: 'read' as const };
      const mayRead = (kind: 'event' | 'memory', item: typeof known): boolean =>
        engine.decide({ ...asked, kind, item }).effect === 'allow';
      expect(passes(filters.event, happened)).toBe(mayRead('event', happened));
      expect(passes(filters.memory, known)).toBe(mayRead('memory', known));
    });
    fc.assert(check, RUNS);
  });

  it('passes exactly the artifacts whose decision, with all their sources, is allow', () => {
    const check = fc.property(facts, principal, circumstances, artifacts, (given, who, when, { item, sources }) => {
      const engine = createPolicyEngine(given);
      const filters = engine.readFilters({ principal: who, ...when });
      const { artifactSources } = filters;
      const isShown =
        passes(filters.artifact, item) &&
        (artifactSources === null || sources.every((source) => passes(artifactSources, source)));
      const request = { principal: who, ...when, action: 'read' as const, kind: 'artifact' as const, item, sources };
      expect(isShown).toBe(engine.decide(request).effect === 'allow');
    });
    fc.assert(check, RUNS);
  });
});
