import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readPolicyFacts, policyFactsChanged } from '@strata/contracts/calls/organizations';
import { listAudit } from '@strata/contracts/operations/audit';
import { createPolicy, deletePolicy, listPolicies, updatePolicy } from '@strata/contracts/operations/policies';
import { MOST_POLICIES, MOST_POLICIES_ON_TAGS } from '@strata/contracts/schemas/policy';
import { parseInput } from '@strata/contracts/parse-input';
import { systemContext } from '@strata/kernel/actor';
import type { AppError } from '@strata/kernel/errors';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import {
  errorWith,
  startOrganizationFixture,
  type TestUser,
  type OrganizationFixture,
} from './organization-fixture.ts';

const policy = {
  name: 'Nothing secret is read',
  effect: 'deny' as const,
  resource: 'namespace:*',
  action: 'read' as const,
  priority: 10,
};

describeOnDatabase('A policy', (backend) => {
  let fixture: OrganizationFixture;
  let orgId: string;
  let owner: TestUser;

  beforeAll(async () => {
    fixture = await startOrganizationFixture(backend);
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    ({ orgId, owner } = await fixture.newOrganization());
  });

  const create = (body: object = policy) => fixture.call(owner, createPolicy, { params: { orgId }, body });
  const list = (query: object = {}) => fixture.call(owner, listPolicies, { params: { orgId }, query: { ...query } });
  const update = (policyId: string, body: object) =>
    fixture.call(owner, updatePolicy, { params: { orgId, policyId }, body });
  const remove = (policyId: string) => fixture.call(owner, deletePolicy, { params: { orgId, policyId } });
  const logged = async () => {
    const { items } = await fixture.call(owner, listAudit, { params: { orgId }, query: { resourceType: 'policy' } });
    return items.map(({ action, resourceId, outcome, changes }) => ({ action, resourceId, outcome, changes }));
  };
  const facts = () =>
    fixture.bus.call(readPolicyFacts, { knownVersion: null }, systemContext(owner.context.scope, 'req_facts'));

  it('is created, listed in the order of creation, changed in part, and deleted', async () => {
    const first = await create();
    expect(first).toMatchObject({ ...policy, organizationId: orgId, conditions: {} });
    const second = await create({ ...policy, conditions: { 'agent.id': { in: ['b', 'a'] } } });
    expect(await list()).toMatchObject({ items: [first, second], pagination: { hasMore: false, total: 2 } });
    fixture.advanceClock(1_000);
    const changed = await update(first.id, { priority: -3 });
    expect(changed).toEqual({ ...first, priority: -3, updatedAt: changed.updatedAt });
    expect(changed.updatedAt > first.updatedAt).toBe(true);
    expect(await update(first.id, {})).toEqual(changed);
    expect(await remove(second.id)).toEqual({ id: second.id, deleted: true });
    expect((await list()).items).toEqual([changed]);
  });

  it('is listed page by page, exactly once, while others are created', async () => {
    const made = [await create(), await create(), await create()];
    const page = await list({ limit: 2 });
    await create();
    const rest = await list({ limit: 2, cursor: page.pagination.cursor });
    expect([...page.items, ...rest.items].slice(0, 3)).toEqual(made);
  });

  it('has its conditions replaced as a whole, and stored as they were sent', async () => {
    const conditions = { time: { gte: '09:00', lte: '17:30' }, 'principal.role': { gte: 'developer' } };
    const { id } = await create({ ...policy, conditions });
    expect(await update(id, { name: 'Another' })).toMatchObject({ conditions });
    expect(await update(id, { conditions: { environment: 'test' } })).toMatchObject({
      conditions: { environment: 'test' },
    });
    expect((await update(id, { conditions: {} })).conditions).toEqual({});
  });

  it('is audited with what changed, and not when nothing changed', async () => {
    const { id } = await create();
    await update(id, {});
    await update(id, { effect: 'allow', priority: policy.priority });
    await remove(id);
    const whole = { ...policy, conditions: {} };
    const entry = { resourceId: id, outcome: 'success' };
    expect((await logged()).reverse()).toEqual([
      { ...entry, action: 'policy.create', changes: { before: null, after: whole } },
      { ...entry, action: 'policy.update', changes: { before: { effect: 'deny' }, after: { effect: 'allow' } } },
      { ...entry, action: 'policy.delete', changes: { before: { ...whole, effect: 'allow' }, after: null } },
    ]);
  });

  it('is a policy fact from its creation on, and every change is announced with its version', async () => {
    const announced: string[] = [];
    await fixture.bus.subscribe(policyFactsChanged, ({ version }, { scope }) => {
      if (scope.tenantId === owner.context.scope.tenantId) announced.push(version);
      return Promise.resolve();
    });
    const { id } = await create();
    const { version, facts: known } = await facts();
    expect(known?.organizations[0]?.policies).toEqual([{ id, ...policy, conditions: {} }]);
    expect(announced).toEqual([version]);
    await remove(id);
    expect((await facts()).facts?.organizations[0]?.policies).toEqual([]);
    expect(announced).toHaveLength(2);
  });

  const fill = (count: number, conditions: object = {}) =>
    fixture.database.inTenant(owner.context.scope, (tx) =>
      tx.execute(
        `insert into policies (tenant_id, organization_id, id, name, effect, resource, action, conditions, priority,
                               created_at, updated_at)
         select $1, $2, 'pol_' || n, 'One of many', 'allow', '*:*', '*', $4, n, now(), now()
         from generate_series(1, $3::integer) as n`,
        [owner.context.scope.tenantId, orgId, count, JSON.stringify(conditions)],
      ),
    );

  it('is rejected when the organization has 1,000', async () => {
    await fill(MOST_POLICIES - 1);
    await create();
    await expect(create()).rejects.toMatchObject(errorWith('conflict'));
    expect((await list({ limit: 1 })).pagination.total).toBe(MOST_POLICIES);
  });

  it('is rejected when the organization has 100 with a condition on tags, on create and on update', async () => {
    const conditions = { 'resource.tags': { notIn: ['salary'] } };
    await fill(MOST_POLICIES_ON_TAGS - 1, { 'resource.tags': 'salary', environment: 'live' });
    const plain = await create();
    const last = await create({ ...policy, conditions });
    const tooMany = {
      ...errorWith('conflict'),
      message: 'The organization has 100 policies with a condition on resource.tags, which is the maximum',
    };
    await expect(create({ ...policy, conditions })).rejects.toMatchObject(tooMany);
    await expect(update(plain.id, { conditions })).rejects.toMatchObject(tooMany);
    expect((await update(plain.id, { conditions: { 'agent.id': 'resource.tags' } })).conditions).toEqual({
      'agent.id': 'resource.tags',
    });
    expect(await update(last.id, { conditions: { 'resource.tags': 'raise' } })).toMatchObject({ id: last.id });
    await update(last.id, { conditions: {} });
    expect(await update(plain.id, { conditions })).toMatchObject({ conditions });
  });

  it('is not found when it belongs to another organization, or does not exist', async () => {
    const { id } = await create();
    const other = await fixture.newOrganization(owner);
    const params = { orgId: other.orgId, policyId: id };
    await expect(fixture.call(owner, updatePolicy, { params, body: {} })).rejects.toMatchObject(errorWith('not_found'));
    await expect(fixture.call(owner, deletePolicy, { params })).rejects.toMatchObject(errorWith('not_found'));
    await expect(remove('pol_none')).rejects.toMatchObject(errorWith('not_found'));
  });
});

describe('An invalid policy is rejected, naming the field', () => {
  it.each([
    [{ conditions: { 'agent.name': 'coder' } }, 'conditions.agent.name'],
    [{ conditions: { 'agent.id': { like: 'c%' } } }, 'conditions.agent.id.like'],
    [{ conditions: { 'agent.id': {} } }, 'conditions.agent.id'],
    [{ conditions: { 'agent.id': [] } }, 'conditions.agent.id'],
    [{ conditions: { 'agent.id': { in: 'coder' } } }, 'conditions.agent.id'],
    [{ conditions: { 'principal.role': 'boss' } }, 'conditions.principal.role'],
    [{ conditions: { time: 'noon' } }, 'conditions.time'],
    [{ conditions: { time: { gte: '9:00' } } }, 'conditions.time'],
    [{ conditions: [] }, 'conditions'],
    [{ resource: 'team:*' }, 'resource'],
    [{ resource: '*' }, 'resource'],
    [{ action: 'delete' }, 'action'],
    [{ effect: 'Allow' }, 'effect'],
    [{ priority: 1.5 }, 'priority'],
    [{ priority: 1_000_001 }, 'priority'],
    [{ owner: 'me' }, 'owner'],
  ])('%j', (part, field) => {
    let rejection: unknown;
    try {
      parseInput(createPolicy.body, { ...policy, ...part }, 'body');
    } catch (error) {
      rejection = error;
    }
    const { message, details } = rejection as AppError;
    expect(details?.[0]?.field).toBe(field);
    expect(message).not.toMatch(/invalid|not valid/i);
  });
});
