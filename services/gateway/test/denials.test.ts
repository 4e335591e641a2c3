import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { auditActionOf } from '@strata/contracts/operations/audit-actions';
import { OPERATIONS } from '@strata/contracts/operations/table';
import { newId } from '@strata/kernel/ids';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { factsOf } from './facts-fixture.ts';
import { startGateway, type GatewayFixture } from './gateway-fixture.ts';
import { changeFacts } from './services-fixture.ts';

const userOperations = OPERATIONS.filter(({ credential }) => credential === 'jwt');

describeOnDatabase('A denial by the gateway', (backend) => {
  let database: TestDatabase;
  let fixture: GatewayFixture;
  let tenantId: string;
  let userId: string;
  let token: string;
  let reader: { id: string; key: string };

  beforeAll(async () => {
    database = await backend.start();
    fixture = await startGateway({ connection: database.connection, env: { TRUSTED_PROXIES: '1' } });
    ({ token, tenantId, userId } = await fixture.register());
    reader = await fixture.newKey(token, { scopes: ['read'], agentId: 'a1' });
  });
  afterAll(async () => {
    await fixture.close();
    await database.close();
  });
  const denials = () =>
    fixture.services.audited.filter(({ report }) => report.entries.every(({ outcome }) => outcome === 'denied'));
  beforeEach(() => {
    fixture.services.audited.length = 0;
    fixture.services.forwarded.length = 0;
  });

  it.each(userOperations.map((operation) => [operation.name, operation] as const))(
    'of %s to an API key is recorded with the action of the operation',
    async (_, operation) => {
      const path = operation.path.replaceAll(/\{\w+\}/g, 'org_some');
      const { status, error } = await fixture.ask(`${operation.method} ${path}`, { as: reader.key });
      expect([status, error.code]).toEqual([403, 'forbidden']);
      const isInOrganization = path !== operation.path && operation.path.includes('{orgId}');
      expect(denials()).toMatchObject([
        {
          report: {
            organizationId: isInOrganization ? 'org_some' : null,
            place: null,
            entries: [{ action: auditActionOf(operation), outcome: 'denied', changes: { reason: error.message } }],
          },
        },
      ]);
    },
  );

  it.each([
    ['POST /v1/capture', 'event.capture', null, 'This needs the scope "write"'],
    ['DELETE /v1/memories/mem_1', 'memory.delete', 'mem_1', 'This needs the scope "admin"'],
  ])('for a missing key scope is recorded: %s', async (what, action, resourceId, reason) => {
    const { status, meta } = await fixture.ask(what, {
      as: reader.key,
      headers: { 'X-Forwarded-For': '203.0.113.9, 198.51.100.7' },
    });
    expect(status).toBe(403);
    expect(denials()).toEqual([
      {
        report: {
          organizationId: null,
          place: null,
          entries: [
            {
              entryId: expect.stringMatching(/^aud_/),
              at: expect.any(String),
              action,
              resourceId,
              outcome: 'denied',
              changes: { reason },
            },
          ],
        },
        context: expect.objectContaining({
          scope: { tenantId, environment: 'live' },
          requestId: meta.requestId,
          ip: '198.51.100.7',
          actor: { type: 'api_key', id: reader.id, scopes: ['read'], agentId: 'a1', ownerId: userId },
        }),
      },
    ]);
  });

  it('names the resource, and no organization if the path has no valid id', async () => {
    await fixture.ask('GET /v1/organizations/org_1', { as: reader.key });
    await fixture.ask('DELETE /v1/organizations/org_1/members/mbr_1', { as: reader.key });
    await fixture.ask('DELETE /v1/organizations/%00/members/mbr_1', { as: reader.key });
    expect(denials().map(({ report: { organizationId, entries } }) => [organizationId, entries])).toEqual([
      ['org_1', [expect.objectContaining({ action: 'organization.read', resourceId: 'org_1' })]],
      ['org_1', [expect.objectContaining({ action: 'member.delete', resourceId: 'mbr_1' })]],
      [null, [expect.objectContaining({ action: 'member.delete', resourceId: null })]],
    ]);
  });

  it('leaves out a secret in the path', async () => {
    const secret = reader.key;
    await fixture.ask(`DELETE /v1/api-keys/${secret}`, { as: reader.key });
    await fixture.ask(`GET /v1/organizations/${secret}`, { as: reader.key });
    await fixture.ask(`DELETE /v1/organizations/${secret}/members/${secret}`, { as: reader.key });
    expect(
      denials().map(({ report: { organizationId, entries } }) => [organizationId, entries[0]?.resourceId]),
    ).toEqual([1, 2, 3].map(() => [null, null]));
    expect(JSON.stringify(denials())).not.toContain(secret);
  });

  it("of one of the gateway's own handlers is recorded", async () => {
    const agentId = newId('agt');
    await changeFacts(fixture.bus, fixture.services, tenantId, factsOf({ agents: [agentId] }));
    const body = { name: 'Ferry', scopes: ['read'], agentId };
    const { status, error } = await fixture.ask('POST /v1/api-keys', { as: token, body });
    expect([status, denials().map(({ report }) => report)]).toEqual([
      403,
      [
        {
          organizationId: null,
          place: null,
          entries: [
            expect.objectContaining({
              action: 'api_key.create',
              resourceId: null,
              outcome: 'denied',
              changes: { reason: error.message },
            }),
          ],
        },
      ],
    ]);
    await fixture.ask('POST /v1/api-keys', { as: token, body: { ...body, agentId: newId('agt') } });
    expect(denials()).toHaveLength(1);
  });

  it('that cannot be recorded is a 503', async () => {
    fixture.services.isAuditDown = true;
    const { status } = await fixture.ask('GET /v1/api-keys', { as: reader.key });
    fixture.services.isAuditDown = false;
    expect(status).toBe(503);
  });

  it('is recorded neither for a rejected credential nor for an allowed request', async () => {
    expect((await fixture.ask('GET /v1/api-keys', { as: 'not-a-credential' })).status).toBe(401);
    expect((await fixture.ask('GET /v1/usage-metrics', { as: reader.key })).status).toBe(200);
    expect(denials()).toEqual([]);
  });

  describe('X-Organization-ID', () => {
    const members = 'GET /v1/organizations/org_1/members';
    const named = (id: string) => ({ headers: { 'X-Organization-ID': id } });

    it('may repeat the organization of the path, or be left out', async () => {
      for (const headers of [{}, named('org_1')])
        expect((await fixture.ask(members, { as: token, ...headers })).status).toBe(404);
      expect(fixture.services.forwarded.map(({ name }) => name)).toEqual(['listMembers', 'listMembers']);
    });

    it.each(['org_2', 'ORG_1', '', 'org_1, org_1'])('that names another organization is a 400: %j', async (id) => {
      const { status, error } = await fixture.ask(members, { as: token, ...named(id) });
      const message = 'must be the id of the organization in the path';
      expect([status, error]).toEqual([
        400,
        {
          code: 'validation_error',
          message: `X-Organization-ID ${message}`,
          details: [{ field: 'X-Organization-ID', message }],
        },
      ]);
      expect(fixture.services.forwarded).toEqual([]);
    });

    it('is ignored if the path names no organization', async () => {
      for (const what of ['GET /v1/organizations', 'GET /v1/api-keys', 'GET /v1/memories'])
        expect((await fixture.ask(what, { as: token, ...named('org_2') })).status).not.toBe(400);
    });

    it('must be sent if the deployment requires it', async () => {
      const strict = await startGateway({
        connection: database.connection,
        env: { REQUIRE_ORGANIZATION_HEADER: 'true' },
      });
      const ask = (what: string, headers = {}) => strict.ask(what, { as: token, ...headers });
      const { status, error } = await ask(members);
      const replies = [await ask(members, named('org_1')), await ask('GET /v1/organizations')];
      await strict.close();
      expect([status, error.details]).toEqual([400, [{ field: 'X-Organization-ID', message: 'is required here' }]]);
      // The fixture has no resources.
      expect(replies.map((reply) => reply.status)).toEqual([404, 404]);
    });
  });
});
