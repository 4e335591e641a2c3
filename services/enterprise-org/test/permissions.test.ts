import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readLineage, readLineageGraph } from '@strata/contracts/calls/learn';
import { operationCall, type Operation } from '@strata/contracts/operation';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { ROLE_PERMISSIONS, ROLES } from '@strata/contracts/schemas/organization';
import { AppError, notFound } from '@strata/kernel/errors';
import { describeOnDatabase } from '@strata/testkit/test-databases';
import { randomUUID } from 'node:crypto';
import { startRig, type Person, type Rig } from './rig.ts';

/** Bodies that are refused for nothing but a missing permission, by operation. */
const bodies = (): Readonly<Record<string, unknown>> => ({
  createAgent: { name: randomUUID() },
  createLifecyclePolicy: { name: randomUUID() },
  createNamespace: { name: randomUUID() },
  createPolicy: { name: 'Open', effect: 'allow', resource: '*:*', action: 'read', priority: 0 },
  createTeam: { name: randomUUID() },
  evaluatePolicy: { principal: 'usr_none', action: 'read', resource: 'agent:coder' },
  inviteMember: { email: 'matrix@example.org', role: 'viewer' },
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

describeOnDatabase('Permissions', (backend) => {
  let rig: Rig;
  let orgId: string;
  let owner: Person;
  const members = new Map<string, Person>();
  beforeAll(async () => {
    rig = await startRig(backend);
    await rig.bus.serve(readLineage, () => Promise.reject(notFound('The memory')));
    await rig.bus.serve(readLineageGraph, () => Promise.reject(notFound('The memory')));
    ({ orgId, owner } = await rig.found());
    for (const role of ROLES) members.set(role, await rig.join(orgId, owner, role));
  });
  afterAll(() => rig.close());

  /** The code of the refusal, or undefined. What is named beside the organization does not exist. */
  async function attempt(operation: Operation, as: Person): Promise<string | undefined> {
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
    const params = { ...Object.fromEntries(names.map((name) => [name, 'unknown'])), orgId };
    const needsBody = operation.method !== 'GET' && operation.method !== 'DELETE';
    const body = bodies();
    if (needsBody && !(operation.name in body)) throw new Error(`${operation.name} has no body to try it with`);
    const request = { params, query: {}, body: body[operation.name] };
    try {
      await rig.bus.call(operationCall(operation), request, as.context);
      return undefined;
    } catch (error) {
      return error instanceof AppError ? error.code : 'not an AppError';
    }
  }

  describe.each(named)('%s', (_, operation) => {
    test.each(ROLES)('is open to the role %s as the table says', async (role) => {
      const { permission } = operation;
      const may = permission !== null && ROLE_PERMISSIONS[role].includes(permission);
      const code = await attempt(operation, members.get(role) ?? owner);
      if (may) expect([undefined, 'not_found']).toContain(code);
      else expect(code).toBe('forbidden');
    });

    test('is closed to a colleague who is no member, and not there for another tenant', async () => {
      expect(await attempt(operation, rig.person(owner.context.scope.tenantId))).toBe('forbidden');
      expect(await attempt(operation, rig.person())).toBe('not_found');
    });
  });
});
