import { describe, expect, it, jest } from '@jest/globals';
import { getEvent, listEvents } from '@strata/contracts/operations/events';
import { getLearnSettings, updateLearnSettings } from '@strata/contracts/operations/learn-settings';
import { getOrganization } from '@strata/contracts/operations/organizations';
import { listVaults } from '@strata/contracts/operations/vaults';
import type { RequestContext } from '@strata/kernel/actor';
import { AppError } from '@strata/kernel/errors';
import { handleOperation, handlersBehind, type OperationHandler } from './operation-handler.ts';
import { requireHandlers, serveOperations } from './serve-operations.ts';

const events = handleOperation(listEvents, () => Promise.reject(new Error('not called')));
const event = handleOperation(getEvent, () => Promise.reject(new Error('not called')));
const settings = [
  handleOperation(getLearnSettings, () => Promise.reject(new Error('not called'))),
  handleOperation(updateLearnSettings, () => Promise.reject(new Error('not called'))),
];
const vaults = handleOperation(listVaults, () => Promise.reject(new Error('not called')));

const contextOf = (type: 'user' | 'api_key', scopes: RequestContext['actor']['scopes']): RequestContext => ({
  scope: { tenantId: 'ten_a', environment: 'live' },
  actor: { type, id: 'usr_a', scopes },
  requestId: 'req_1',
});
const request = { params: { orgId: 'org_a' }, query: {}, body: undefined };

describe('requireHandlers', () => {
  it.each<[string, OperationHandler[], string]>([
    ['an operation without a handler', [events, ...settings], 'getEvent has no handler'],
    ['an operation with two handlers', [events, event, events, ...settings], 'listEvents has two handlers'],
    ["another service's operation", [events, event, vaults, ...settings], 'listVaults belongs to vault, not ingest'],
  ])('rejects %s', (_what, handlers, message) => {
    expect(() => {
      requireHandlers('ingest', handlers);
    }).toThrow(message);
  });

  it('accepts a complete set, and a missing operation that is excepted', () => {
    expect(() => {
      requireHandlers('ingest', [events, event, ...settings]);
      requireHandlers('ingest', [event, ...settings], { except: ['listEvents'] });
    }).not.toThrow();
  });

  it('runs before anything is served', async () => {
    const serve = jest.fn<() => Promise<void>>();
    await expect(serveOperations({ serve }, 'ingest', [events, ...settings])).rejects.toThrow(
      'getEvent has no handler',
    );
    expect(serve).not.toHaveBeenCalled();
  });
});

describe('A permission', () => {
  const authorize = () => Promise.resolve({});

  it('is checked by a guard, or the service does not start', () => {
    expect(() => handleOperation(getOrganization, () => Promise.reject(new Error('not called')))).toThrow(
      'getOrganization states a permission that nothing checks',
    );
    const member = handlersBehind<unknown, object>({ checksPermission: true, authorize });
    expect(() => member(listVaults, () => Promise.reject(new Error('not called')))).toThrow(
      'listVaults states no permission',
    );
    expect(member(getOrganization, () => Promise.reject(new Error('not called'))).operation).toBe(getOrganization);
  });
});

describe('A guarded handler', () => {
  const denied: string[] = [];
  const guard = {
    authorize: (_operation: unknown, _params: unknown, { actor }: RequestContext) =>
      actor.id === 'usr_a' ? Promise.resolve({ grant: 7 }) : Promise.reject(new AppError('forbidden', 'Not a member')),
    recordDenial: (_operation: unknown, _params: unknown, { message }: AppError) => {
      denied.push(message);
      return Promise.resolve();
    },
  };
  const seen = jest.fn<(grant: number) => void>();
  const { handle } = handlersBehind(guard)(listVaults, (_request, { grant }) => {
    seen(grant);
    return Promise.resolve({ items: [], pagination: { hasMore: false, cursor: null, total: 0 } });
  });

  it('gets what the guard grants in its context', async () => {
    await handle(request, contextOf('user', ['read', 'write', 'admin']));
    expect(seen).toHaveBeenCalledWith(7);
    expect(denied).toEqual([]);
  });

  it('is not reached by an API key where the operation needs a user, and the denial is recorded first', async () => {
    seen.mockClear();
    await expect(handle(request, contextOf('api_key', ['admin']))).rejects.toMatchObject({ code: 'forbidden' });
    expect(seen).not.toHaveBeenCalled();
    expect(denied.splice(0)).toEqual([expect.stringContaining('signed-in user')]);
  });

  it('is not reached when the guard denies, and the denial is recorded first', async () => {
    const stranger = { ...contextOf('user', ['admin']), actor: { type: 'user', id: 'usr_b', scopes: [] } } as const;
    await expect(handle(request, stranger)).rejects.toMatchObject({ code: 'forbidden' });
    expect(denied.splice(0)).toEqual(['Not a member']);
  });

  it('needs the key scope that the operation states', async () => {
    await expect(events.handle(request, contextOf('api_key', ['write']))).rejects.toMatchObject({
      code: 'forbidden',
      message: 'This needs the scope "read"',
    });
  });
});
