import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sweepEvents } from '@strata/contracts/calls/ingest';
import { sweepMemories } from '@strata/contracts/calls/learn';
import { createAgent } from '@strata/contracts/operations/agents';
import { createLifecyclePolicy, deleteLifecyclePolicy } from '@strata/contracts/operations/lifecycle';
import { unavailable } from '@strata/kernel/errors';
import { eventually } from '@strata/testkit/eventually';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { createPgLifecycleStore } from '../src/adapters/pg-lifecycle-store.ts';
import { createPgSweepTurns } from '../src/adapters/pg-sweep-turns.ts';
import { sweepTenants, type SweepParts, type Swept } from '../src/lifecycle/sweep-tenants.ts';
import { startOrganizationFixture, type TestUser, type OrganizationFixture } from './organization-fixture.ts';

/** The rows left to sweep in each tenant; every batch removes some. */
class Work {
  readonly left = new Map<string, number>();
  failures = 0;
  /** Tenants in the order of their batches. */
  readonly batches: string[] = [];
  /** The next batch waits for this, once. */
  gate: Promise<void> | undefined;

  async sweep(tenantId: string, limit: number): Promise<{ deleted: number; isDone: boolean }> {
    this.batches.push(tenantId);
    const { gate } = this;
    this.gate = undefined;
    await gate;
    if (this.failures > 0) {
      this.failures--;
      throw unavailable('The store');
    }
    const left = this.left.get(tenantId) ?? 0;
    const deleted = Math.min(left, limit);
    this.left.set(tenantId, left - deleted);
    return { deleted, isDone: deleted < limit };
  }
}

describeOnDatabase('The sweeper', (backend) => {
  let fixture: OrganizationFixture;
  const work = new Work();
  beforeAll(async () => {
    fixture = await startOrganizationFixture(backend, { LIFECYCLE_SWEEP_SECONDS: '86400' });
    await fixture.bus.serve(sweepMemories, async ({ limit }, { scope }) => ({
      ...(scope.environment === 'live' ? await work.sweep(scope.tenantId, limit) : { deleted: 0, isDone: true }),
      restored: 0,
      archived: 0,
      withdrawn: 0,
    }));
    await fixture.bus.serve(sweepEvents, () => Promise.resolve({ deleted: 0, isDone: true }));
  });
  afterAll(() => fixture.close());

  /** A tenant with a policy, and with rows to sweep. */
  async function tenantWith(rows: number, isDue = true): Promise<TestUser> {
    const { orgId, owner } = await fixture.newOrganization();
    await fixture.call(owner, createLifecyclePolicy, {
      params: { orgId },
      body: { name: 'A policy', deleteAfterDays: 1 },
    });
    work.left.set(owner.context.scope.tenantId, rows);
    if (isDue) await becomeDue(owner);
    return owner;
  }
  const becomeDue = (owner: TestUser) =>
    fixture.database.inTenant(owner.context.scope, (tx) =>
      tx.execute("update lifecycle_sweeps set due_at = now() - interval '1 second'"),
    );
  const turnOf = (owner: TestUser) =>
    fixture.database.inTenant(owner.context.scope, async (tx) => {
      const [row] = await tx.query<{ worker: string | null; isDue: boolean; isNever: boolean }>(
        `select worker, due_at <= now() as "isDue", due_at = 'infinity' as "isNever" from lifecycle_sweeps`,
      );
      return row;
    });
  function sweeper(worker: string, change: Partial<SweepParts> = {}) {
    const swept: (Swept & { tenantId: string; isDone: boolean })[] = [];
    const unused = () => Promise.reject(new Error('The sweeper does not change policies'));
    const parts: SweepParts = {
      worker,
      leaseSeconds: 60,
      everySeconds: 3600,
      clock: { now: () => new Date() },
      turns: createPgSweepTurns(fixture.database),
      signal: new AbortController().signal,
      lifecycle: createPgLifecycleStore(fixture.database, unused, 3600),
      data: {
        sweepMemories: (request, context) => fixture.bus.call(sweepMemories, request, context),
        sweepEvents: (request, context) => fixture.bus.call(sweepEvents, request, context),
      },
      observe: ({ tenantId }, done, isDone) => swept.push({ tenantId, ...done, isDone }),
      ...change,
    };
    return { swept, run: () => sweepTenants(parts) };
  }

  test('sweeps a tenant batch by batch until nothing is left, then schedules its next turn', async () => {
    const owner = await tenantWith(1250);
    const { swept, run } = sweeper('w1');
    await run();
    expect(swept).toMatchObject([{ deleted: 1250, isDone: true }]);
    expect(await turnOf(owner)).toEqual({ worker: null, isDue: false, isNever: false });
    await run();
    expect(swept).toHaveLength(1);
  });

  test('does not sweep a tenant right after its first policy is created', async () => {
    const owner = await tenantWith(10, false);
    const { swept, run } = sweeper('w1');
    await run();
    expect(swept).toEqual([]);
    expect(await turnOf(owner)).toEqual({ worker: null, isDue: false, isNever: false });
  });

  test('sweeps each tenant once, with two replicas at work', async () => {
    const owners = await Promise.all([tenantWith(600), tenantWith(600), tenantWith(600)]);
    const [one, two] = [sweeper('w1'), sweeper('w2')];
    await Promise.all([one.run(), two.run()]);
    const swept = [...one.swept, ...two.swept];
    expect(swept.map(({ tenantId }) => tenantId).sort()).toEqual(
      owners.map(({ context }) => context.scope.tenantId).sort(),
    );
    expect(swept.every(({ deleted }) => deleted === 600)).toBe(true);
  });

  test('takes over from a dead worker when the lease has expired, and not before', async () => {
    const owner = await tenantWith(1250);
    const [died, other] = [sweeper('died', { leaseSeconds: 60 }), sweeper('other')];
    // The worker hangs in its first batch until its lease has expired.
    let die = (): void => undefined;
    const dead = new Promise<void>((resolve) => (die = resolve));
    work.gate = dead;
    const dying = died.run().catch(() => undefined);
    await eventually(() => work.batches.includes(owner.context.scope.tenantId));
    await other.run();
    expect(other.swept).toEqual([]);
    await fixture.database.inTenant(owner.context.scope, (tx) =>
      tx.execute("update lifecycle_sweeps set leased_until = now() - interval '1 second'"),
    );
    await other.run();
    expect(other.swept).toMatchObject([{ deleted: 1250, isDone: true }]);
    const after = await turnOf(owner);
    die();
    await dying;
    // The late worker does not change the turn that it lost.
    expect(died.swept).toMatchObject([{ deleted: 0, isDone: false }]);
    expect(await turnOf(owner)).toEqual(after);
  });

  test('tries again after a failure', async () => {
    const owner = await tenantWith(700);
    work.failures = 1;
    const { swept, run } = sweeper('w1');
    await expect(run()).rejects.toMatchObject({ code: 'unavailable' });
    expect((await turnOf(owner))?.worker).toBeNull();
    await becomeDue(owner);
    await run();
    expect(swept.at(-1)).toMatchObject({ deleted: 700, isDone: true });
  });

  test('stops after the current batch on abort, and continues at the next turn', async () => {
    const owner = await tenantWith(2000);
    const stop = new AbortController();
    const { swept, run } = sweeper('w1', {
      signal: stop.signal,
      data: {
        sweepMemories: (request, context) => {
          stop.abort();
          return fixture.bus.call(sweepMemories, request, context);
        },
        sweepEvents: (request, context) => fixture.bus.call(sweepEvents, request, context),
      },
    });
    await run();
    expect(swept).toMatchObject([{ deleted: 500, isDone: false }]);
    expect(await turnOf(owner)).toMatchObject({ worker: null, isDue: true });
    const next = sweeper('w2');
    await next.run();
    expect(next.swept).toMatchObject([{ deleted: 1500, isDone: true }]);
  });

  test('sweeps once more after the last policy is deleted, then rests until there is one again', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const { id: policyId } = await fixture.call(owner, createLifecyclePolicy, {
      params: { orgId },
      body: { name: 'A policy' },
    });
    await fixture.call(owner, deleteLifecyclePolicy, { params: { orgId, policyId } });
    await becomeDue(owner);
    const { swept, run } = sweeper('w1');
    await run();
    expect(swept).toHaveLength(1);
    expect(await turnOf(owner)).toMatchObject({ isNever: true });
    await fixture.call(owner, createLifecyclePolicy, { params: { orgId }, body: { name: 'Another' } });
    expect(await turnOf(owner)).toMatchObject({ isNever: false });
  });

  test('sweeps again if the last policy is deleted during a sweep, and if the sweep without a policy fails', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const body = { name: 'A policy', archiveAfterDays: 1 };
    const { id: policyId } = await fixture.call(owner, createLifecyclePolicy, { params: { orgId }, body });
    await becomeDue(owner);
    let open = (): void => undefined;
    work.gate = new Promise<void>((resolve) => (open = resolve));
    const { run } = sweeper('w1');
    const running = run();
    await eventually(() => work.batches.includes(owner.context.scope.tenantId));
    await fixture.call(owner, deleteLifecyclePolicy, { params: { orgId, policyId } });
    open();
    await running;
    expect(await turnOf(owner)).toEqual({ worker: null, isDue: false, isNever: false });

    work.failures = 1;
    await becomeDue(owner);
    await expect(run()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await turnOf(owner)).toMatchObject({ isNever: false });
    await becomeDue(owner);
    await run();
    expect(await turnOf(owner)).toMatchObject({ isNever: true });
  });

  test('reads which organization each agent belongs to', async () => {
    const { orgId, owner } = await fixture.newOrganization();
    const agent = await fixture.call(owner, createAgent, { params: { orgId }, body: { name: 'Ops' } });
    const never = () => Promise.reject(new Error('The sweeper does not change policies'));
    const facts = await createPgLifecycleStore(fixture.database, never, 60).facts(owner.context.scope);
    expect(facts.organizations).toEqual([
      { id: orgId, isOfTenant: true, namespaceIds: [], agentIds: [agent.id], policies: [] },
    ]);
  });
});
