import { describe, expect, it } from '@jest/globals';
import { captureIds, wasIssued, type KeyPlace } from './capture-ids.ts';

const scope = { tenantId: 'ten_1', environment: 'live' } as const;
const idOf = (place?: KeyPlace): string => captureIds(scope, 'k', place).eventId;

describe('The ids of an event with an idempotency key', () => {
  it('stay the same from version to version without a bound agent and a namespace', () => {
    expect(idOf()).toBe('evt_866266aa5a6d1c92f7d9aa80be3fd5dc');
    expect(idOf({ boundAgentId: undefined, namespaceId: undefined })).toBe(idOf());
  });

  it('differ by bound agent and by namespace', () => {
    const places: KeyPlace[] = [
      {},
      { boundAgentId: 'a' },
      { boundAgentId: 'b' },
      { namespaceId: 'a' },
      { namespaceId: 'b' },
      { boundAgentId: 'a', namespaceId: 'b' },
    ];
    const ids = places.map(idOf);
    expect(new Set(ids).size).toBe(places.length);
    expect(places.map(idOf)).toEqual(ids);
    expect(ids.every((id) => wasIssued(scope, id))).toBe(true);
  });
});
