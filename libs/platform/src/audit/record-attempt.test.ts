import { beforeEach, describe, expect, test } from '@jest/globals';
import type { AuditReport } from '@strata/contracts/calls/organizations';
import type { RequestContext } from '@strata/kernel/actor';
import { notFound } from '@strata/kernel/errors';
import { createRecordAttempt, type RecordAttempt } from './record-attempt.ts';

const MINUTE_MS = 60_000;

describe('An attempt on something that does not exist for the caller', () => {
  let now = 0;
  let reports: AuditReport[] = [];
  let record: RecordAttempt;
  beforeEach(() => {
    reports = [];
    record = createRecordAttempt({
      recordAudit: async (report) => void reports.push(report),
      clock: { now: () => new Date(now) },
    });
  });

  const by = (id: string, tenantId = 'ten_1'): RequestContext => ({
    scope: { tenantId, environment: 'live' },
    actor: { type: 'user', id, scopes: [] },
    requestId: 'req_1',
  });
  const attempt = (context: RequestContext, organizationId = 'org_1') =>
    record({ name: 'listTeams' }, { organizationId }, notFound('The organization'), context);
  const afters = () => reports.map(({ entries: [entry] }) => entry?.changes?.after);

  test('is reported without an organization, with what it named', async () => {
    await attempt(by('usr_1'));
    expect(reports).toEqual([
      {
        entries: [
          {
            entryId: expect.stringMatching(/^aud_/),
            action: 'team.list',
            outcome: 'denied',
            resourceId: null,
            changes: { reason: 'The organization does not exist', after: { organizationId: 'org_1' } },
            at: new Date(now).toISOString(),
          },
        ],
      },
    ]);
  });

  test('is reported without a text that could be a secret', async () => {
    await attempt(by('usr_1'), 'correct horse battery');
    expect(afters()).toEqual([{ organizationId: null }]);
  });

  test('is reported ten times a minute for each actor, and the next entry counts the others', async () => {
    for (let count = 0; count < 25; count += 1) await attempt(by('usr_1'));
    expect(reports).toHaveLength(10);
    await attempt(by('usr_2'));
    await attempt(by('usr_1', 'ten_2'));
    expect(reports).toHaveLength(12);
    now += MINUTE_MS;
    await attempt(by('usr_1'));
    await attempt(by('usr_1'));
    expect(afters().slice(12)).toEqual([{ organizationId: 'org_1', others: 15 }, { organizationId: 'org_1' }]);
  });
});
