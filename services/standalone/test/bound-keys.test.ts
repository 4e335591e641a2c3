import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createApiKey } from '@strata/contracts/operations/accounts';
import { removeMember, updateMember } from '@strata/contracts/operations/organizations';
import { silentLogger } from '@strata/testkit/test-logger';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStandalone } from '../src/app.ts';
import { verifyBoundKeys } from '../src/verify-bound-keys.ts';
import { deploymentSecrets } from './fixtures/deployment-secrets.ts';
import { OrganizationFixture } from './fixtures/organization-fixture.ts';
import { SHORTCUTS, UNLIMITED } from './fixtures/system-fixture.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'strata-standalone-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const run = async (...argv: string[]) => {
  const lines: string[] = [];
  const isRight = await verifyBoundKeys(argv, { DATA_DIR: dataDir }, (line) => lines.push(line));
  return { isRight, text: lines.join('\n') };
};

test('npm run bound-keys lists the bound keys whose creator may not bind them now, in every tenant', async () => {
  const env = { ...deploymentSecrets(), PORT: '0', DATA_DIR: dataDir, ...UNLIMITED };
  const running = await createStandalone(env, silentLogger, SHORTCUTS);
  const organization = await OrganizationFixture.create(running.url);
  const { tenant, orgId } = organization;
  const teamId = await organization.createIn('teams', { name: 'Quay' });
  const agentId = await organization.createIn('agents', { name: 'Planner', teamId });
  const keyOf = async (user: typeof tenant.user, fields: object) =>
    (await user.call(createApiKey, { body: { name: 'Key', scopes: ['read'], agentId, ...fields } })).id;
  const change = (memberId: string, body: object) =>
    tenant.user.call(updateMember, { params: { orgId, memberId }, body });
  const developer = await organization.newMember('developer');
  const former = await organization.newMember('admin');
  await change(developer.memberId, { teamIds: [teamId] });
  await keyOf(tenant.user, {});
  await keyOf(developer.user, { agentId: 'coder' });
  const [left, service] = [await keyOf(developer.user, {}), await keyOf(former.user, { owner: 'tenant' })];
  await change(developer.memberId, { teamIds: [] });
  await tenant.user.call(removeMember, { params: { orgId, memberId: former.memberId } });
  const other = await OrganizationFixture.create(running.url);
  const gone = await other.createIn('agents', { name: 'Gone' });
  const lost = await keyOf(other.tenant.user, { agentId: gone });
  await other.tenant.user.delete(other.path(`agents/${gone}`));
  await running.close();

  const { isRight, text } = await run('--json');
  const found = JSON.parse(text) as { id: string; reason: string }[];
  expect(isRight).toBe(false);
  const reasons = new Map(found.map(({ id, reason }) => [id, reason]));
  expect(reasons).toEqual(
    new Map([
      [left, "the creator is not in the agent's team"],
      [service, "the creator is not a member of the agent's organization"],
      [lost, 'the agent does not exist any more'],
    ]),
  );
  expect(found.find(({ id }) => id === left)).toEqual({
    id: left,
    name: 'Key',
    prefix: `strata_live_${left.slice('key_'.length)}`,
    tenantId: tenant.tenantId,
    agentId,
    owner: 'user',
    createdBy: expect.stringMatching(/^usr_/),
    reason: expect.any(String),
  });
  const lines = (await run()).text.split('\n');
  expect(lines).toHaveLength(4);
  expect(lines.at(-1)).toBe('3 bound keys whose creator may not bind them now');
});
