import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { previewEvents } from '@strata/contracts/calls/ingest';
import { previewMemories, readLineage, readLineageGraph } from '@strata/contracts/calls/learn';
import { operationCall, takesBody, type Operation } from '@strata/contracts/operation';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { ROLE_PERMISSIONS, ROLES } from '@strata/contracts/schemas/organization';
import { AppError, notFound } from '@strata/kernel/errors';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { randomUUID } from 'node:crypto';
import { startOrganizationFixture, type TestUser, type OrganizationFixture } from './organization-fixture.ts';

/** A valid body for each operation: only a missing permission can reject it. */
const bodies = (): Readonly<Record<string, unknown>> => ({
  createAgent: { name: randomUUID() },
  createLifecyclePolicy: { name: randomUUID() },
  createNamespace: { name: randomUUID() },
  createPolicy: { name: 'Open', effect: 'allow', resource: '*:*', action: 'read', priority: 0 },
  createTeam: { name: randomUUID() },
  evaluatePolicy: { principal: 'usr_none', action: 'read', resource: 'agent:coder' },
  inviteMember: { email: 'matrix@example.org', role: 'viewer' },
  previewLifecycleChange: { scope: '*:*' },
  previewLifecyclePolicy: undefined,
  updateAgent: {},
  updateLifecyclePolicy: {},
  updateMember: { role: 'viewer' },
  updateNamespace: {},
  updateOrganization: {},
  updatePolicy: {},
  updateTeam: {},
});

const guarded = OPERATIONS.filter(({ service, permission }) => service === 'enterprise-org' && permission !== null);
const named = guarded.map((operation) => [operation.name, operation] as const);

describeOnDatabase('The operation', (backend) => {
  let fixture: OrganizationFixture;
  let orgId: string;
  let owner: TestUser;
  const members = new Map<string, TestUser>();
  beforeAll(async () => {
    fixture = await startOrganizationFixture(backend);
    const nothing = { count: 0, isTruncated: false, samples: [] };
    await fixture.bus.serve(previewEvents, () => Promise.resolve(nothing));
    await fixture.bus.serve(previewMemories, () =>
      Promise.resolve({ archive: nothing, delete: nothing, artifacts: { count: 0, isTruncated: false } }),
    );
    await fixture.bus.serve(readLineage, () => Promise.reject(notFound('The memory')));
    await fixture.bus.serve(readLineageGraph, () => Promise.reject(notFound('The memory')));
    ({ orgId, owner } = await fixture.newOrganization());
    for (const role of ROLES) members.set(role, await fixture.newMember(orgId, owner, role));
  });
  afterAll(() => fixture.close());

  /** The code of the error, or undefined. Every id in the path but the organization's is unknown. */
  async function attempt(operation: Operation, as: TestUser): Promise<string | undefined> {
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
    const params = { ...Object.fromEntries(names.map((name) => [name, 'unknown'])), orgId };
    const needsBody = takesBody(operation);
    const body = bodies();
    if (needsBody && !(operation.name in body)) throw new Error(`${operation.name} has no body to try it with`);
    const request = { params, query: {}, body: body[operation.name] };
    try {
      await fixture.bus.call(operationCall(operation), request, as.context);
      return undefined;
    } catch (error) {
      return error instanceof AppError ? error.code : 'not an AppError';
    }
  }

  describe.each(named)('%s', (_, operation) => {
    test.each(ROLES)('is open to the role %s only if the table grants the permission', async (role) => {
      const { permission } = operation;
      const may = permission !== null && ROLE_PERMISSIONS[role].includes(permission);
      const code = await attempt(operation, members.get(role) ?? owner);
      const namesUnknown = operation.path.replace('{orgId}', '').includes('{');
      if (may) expect(code).toBe(namesUnknown ? 'not_found' : undefined);
      else expect(code).toBe('forbidden');
    });

    test('is denied to a user of the tenant who is not a member, and not found from another tenant', async () => {
      expect(await attempt(operation, fixture.newUser(owner.context.scope.tenantId))).toBe('forbidden');
      expect(await attempt(operation, fixture.newUser())).toBe('not_found');
    });
  });
});
