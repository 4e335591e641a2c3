import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { revealVaultItem } from '@strata/contracts/operations/vaults';
import { createPgLogReader } from '@strata/platform/audit/pg-log-reader';
import { verifyLogs, type LogTally } from '@strata/platform/audit/verify-logs';
import { describeOnDatabase, type TestDatabase } from '@strata/testkit/test-databases';
import { VAULT_LOGS } from '../src/adapters/vault-logs.ts';
import { AUDITOR_ROLE } from '../src/adapters/vault-schema.ts';
import { verifyVaultAudit } from '../src/verify-vault-audit.ts';
import { startVaultFixture, type TestUser, type VaultFixture } from './vault-fixture.ts';

/** One for the vault, one for its item, and three reveals. */
const ENTRIES = 5;
const OWN = 'tenant_id = $1 and vault_id = $2';

describeOnDatabase('The verification of vault logs', (backend) => {
  let server: TestDatabase;
  let fixture: VaultFixture;
  let by: TestUser;
  let vaultId: string;
  beforeAll(async () => {
    server = await backend.start();
    fixture = await startVaultFixture({ ...backend, start: () => Promise.resolve(server) });
  });
  afterAll(() => fixture.close());
  beforeEach(async () => {
    by = fixture.newUser();
    vaultId = await fixture.newVault(by);
    const itemId = await fixture.putItem(by, vaultId);
    for (let reveal = 0; reveal < 3; reveal += 1)
      await fixture.call(by, revealVaultItem, { params: { id: vaultId, itemId }, body: { reason: 'The tide' } });
  });

  const verify = async (): Promise<LogTally & { readonly line: string }> => {
    const lines: string[] = [];
    const tally = await verifyLogs(createPgLogReader(fixture.database, VAULT_LOGS), vaultId, (line) =>
      lines.push(line),
    );
    return { ...tally, line: lines.join('\n') };
  };
  const tamper = (sql: string): Promise<unknown> => fixture.owner.query(sql, [by.context.scope.tenantId, vaultId]);
  const brokenAt = (sequence: number) => ({
    logs: 1,
    broken: 1,
    line: expect.stringMatching(
      `${vaultId}: ${String(sequence - 1)} entries, .* BROKEN at sequence ${String(sequence)}$`,
    ),
  });

  test('accepts a log that the service wrote', async () => {
    expect(await verify()).toEqual({
      logs: 1,
      broken: 0,
      line: expect.stringMatching(`${vaultId}: ${String(ENTRIES)} entries, last hash [0-9a-f]{64}, ok$`),
    });
  });

  test.each([
    ['the actor', `actor_id = 'usr_x'`],
    ['the action', `action = 'vault_item.update'`],
    ['the item', `item_id = 'itm_x'`],
    ['the reason', 'reason = null'],
    ['the IP address', `ip = '203.0.113.9'`],
    ['the time', `at = at - interval '1 millisecond'`],
    ['the hash', `hash = repeat('0', 64)`],
  ])('names the vault and the entry after a change of %s', async (_, change) => {
    await tamper(`update audit_entries set ${change} where ${OWN} and sequence = 4`);
    expect(await verify()).toEqual(brokenAt(4));
  });

  test.each([
    ['was deleted', `delete from audit_entries where ${OWN} and sequence = 3`, 3],
    ['was deleted with all later ones', `delete from audit_entries where ${OWN} and sequence >= 4`, 4],
    ['was appended', copyOf(ENTRIES, ENTRIES + 1), ENTRIES + 1],
    ['is the only one left', `delete from audit_entries where ${OWN} and sequence > 1`, 2],
  ])('names the vault and the sequence if an entry %s', async (_, sql, sequence) => {
    await tamper(sql);
    expect(await verify()).toEqual(brokenAt(sequence));
  });

  test('finds an inserted entry, even if the later ones were renumbered', async () => {
    for (let sequence = ENTRIES; sequence >= 3; sequence -= 1)
      await tamper(`update audit_entries set sequence = sequence + 1 where ${OWN} and sequence = ${String(sequence)}`);
    await tamper(copyOf(2, 3));
    expect(await verify()).toEqual(brokenAt(3));
  });

  test('finds a truncated log, even if its head was set back', async () => {
    await tamper(`delete from audit_entries where ${OWN} and sequence = ${String(ENTRIES)}`);
    expect(await verify()).toEqual(brokenAt(ENTRIES));
    await tamper(`update audit_heads set sequence = sequence - 1 where ${OWN}`);
    expect((await verify()).line).toContain(`BROKEN at sequence ${String(ENTRIES - 1)}`);
  });

  test('runs under a role that cannot write or read secrets', async () => {
    for (const sql of [
      'update audit_entries set ip = null',
      'delete from audit_entries',
      'update audit_heads set sequence = 0',
      'select wrapped_key from vaults',
      'select sealed from vault_item_versions',
    ])
      await expect(fixture.database.asRole(AUDITOR_ROLE, (tx) => tx.query(sql))).rejects.toMatchObject({
        code: '42501',
      });
  });

  (backend.name === 'postgres' ? test : test.skip)(
    'the command verifies one vault or all, and prints the result',
    async () => {
      const run = async (...argv: string[]) => {
        const lines: string[] = [];
        const env = { DATABASE_URL: server.connection.connectionString };
        return { isWhole: await verifyVaultAudit(argv, env, (line) => lines.push(line)), lines };
      };
      const one = await run('--vault', vaultId);
      expect([one.isWhole, one.lines.at(-1)]).toEqual([true, '1 logs of vaults verified, 0 broken']);
      await tamper(`update audit_entries set ip = 'x' where ${OWN} and sequence = 2`);
      const all = await run();
      expect(all.isWhole).toBe(false);
      expect(all.lines.find((line) => line.includes(vaultId))).toMatch(/: 1 entries, .* BROKEN at sequence 2$/);
      await expect(run('--vault', 'vlt_none')).rejects.toThrow('there is no vault "vlt_none"');
    },
  );
});

function copyOf(from: number, to: number): string {
  return `insert into audit_entries
    select (jsonb_populate_record(entry, jsonb_build_object('sequence', ${String(to)}, 'id', 'aud_copy'))).*
    from audit_entries entry where ${OWN} and sequence = ${String(from)}`;
}
