import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listAudit } from '@strata/contracts/operations/audit';
import { describeOnDatabases } from '@strata/testkit/test-databases';
import { refused, startRig, type Rig } from './rig.ts';

const DAY_MS = 24 * 3600 * 1000;

describeOnDatabases('The audit log by date', (backend) => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await startRig(backend);
  });
  afterAll(() => rig.close());

  test('takes a date alone for its midnight in UTC', async () => {
    const { orgId, owner } = await rig.found();
    const read = async (query: object) =>
      (await rig.ask(owner, listAudit, { params: { orgId }, query: { ...query } })).items;
    const [founded, ...others] = await read({});
    expect(others).toEqual([]);
    const at = String(founded?.at);
    const [before, day, after] = [-DAY_MS, 0, DAY_MS].map((by) =>
      new Date(Date.parse(at) + by).toISOString().slice(0, 10),
    );
    expect(await read({ startDate: day, endDate: after })).toEqual([founded]);
    expect(await read({ startDate: day })).toEqual([founded]);
    expect(await read({ startDate: before, endDate: day })).toEqual([]);
    expect(await read({ startDate: after })).toEqual([]);
    expect(await read({ startDate: day, endDate: at })).toEqual([]);
    await expect(read({ startDate: day, endDate: day })).rejects.toMatchObject(refused('validation_error'));
    await expect(read({ startDate: day, endDate: `${String(day)}T00:00:00Z` })).rejects.toMatchObject(
      refused('validation_error'),
    );
  });
});
