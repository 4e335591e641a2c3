import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ended, said, supportSessions, used, writtenSessions } from '../../test/sessions-fixture.ts';
import { compileScope } from './compile-scope.ts';
import { LearningScope } from './learning-scope.ts';
import type { SessionSteps } from './types.ts';

const NAMES = ['Ines', 'Bruno'];
const WISHES = ['a refund for the lamp', 'to track the blue parcel', 'to close the account'];

/** One act of a generated session: a tool with a result that shows a status, an error, or a test. */
const act = fc
  .tuple(fc.constantFrom('get_order', 'refund_order', 'note', 'check'), fc.nat({ max: 5 }))
  .map(([tool, result]) =>
    tool === 'check'
      ? [ended(result > 2)]
      : used(
          tool,
          { id: `W${String(result)}` },
          result === 0
            ? `Error: order W${String(result)} is locked by the store`
            : { status: result % 2 ? 'open' : 'shut' },
        ),
  );
const session = fc
  .tuple(
    fc.constantFrom(...NAMES),
    fc.constantFrom(...WISHES),
    fc.array(act, { maxLength: 5 }),
    fc.constantFrom(true, false, null),
  )
  .map(([name, wish, acts, passed]) => [
    said('user', `Hello, I am ${name} and I want ${wish}`),
    said('assistant', 'Locked orders cannot be moved to another store.'),
    ...acts.flat(),
    ...(passed === null ? [] : [ended(passed)]),
  ]);
/** Generated sessions beside those of a support agent, from which all types of artifacts are learned. */
const generated = fc
  .array(session, { maxLength: 8 })
  .map((more): SessionSteps[] => writtenSessions([...supportSessions(), ...more, ...supportSessions()]));
const shuffled = (sessions: readonly SessionSteps[]) =>
  fc.shuffledSubarray([...sessions], { minLength: sessions.length, maxLength: sessions.length });

/** Puts sessions in this order, and compiles after some of them. */
function compileInJobs(sessions: readonly SessionSteps[], jobSizes: readonly number[]): LearningScope {
  const scope = new LearningScope();
  let at = 0;
  for (const size of jobSizes) {
    for (const steps of sessions.slice(at, at + size)) scope.put(steps);
    at += size;
    scope.compile();
  }
  for (const steps of sessions.slice(at)) scope.put(steps);
  return scope;
}
const jobSizes = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 5 });
const RUNS = { numRuns: 20 };

describe('What is compiled', () => {
  it('is the same in any order of sessions and any division into jobs', () => {
    fc.assert(
      fc.property(
        generated.chain((all) => fc.tuple(fc.constant(all), shuffled(all))),
        jobSizes,
        ([all, mixed], sizes) => {
          expect(compileInJobs(mixed, sizes).compile()).toEqual(compileScope(all));
        },
      ),
      RUNS,
    );
  });

  it('is the same if sessions grow from job to job', () => {
    fc.assert(
      fc.property(generated, fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 30 }), (all, cuts) => {
        const begun = all.map(({ sessionId, steps }, at) => ({
          sessionId,
          steps: steps.slice(0, cuts[at % cuts.length]),
        }));
        const scope = compileInJobs(begun, [begun.length]);
        for (const steps of all) scope.put(steps);
        expect(scope.compile()).toEqual(compileScope(all));
      }),
      RUNS,
    );
  });

  it('without a session is what it would be if that had never been', () => {
    fc.assert(
      fc.property(generated, fc.array(fc.nat({ max: 35 }), { maxLength: 20 }), jobSizes, (all, gone, sizes) => {
        const scope = compileInJobs(all, sizes);
        scope.compile();
        for (const at of new Set(gone)) scope.remove(all[at]?.sessionId ?? '');
        expect(scope.compile()).toEqual(compileScope(all.filter((_, at) => !gone.includes(at))));
      }),
      RUNS,
    );
  });
});
