import { eventually } from '@strata/testkit/eventually';
import { newMember } from '../fixtures/members.ts';
import type { NewTenant } from '../fixtures/new-tenant.ts';
import type { OrganizationFixture } from '../fixtures/organization-fixture.ts';
import type { ReceivedResponse, RecordingClient, RequestOptions } from './recording-client.ts';
import type { Secrets } from './secrets.ts';

export interface LeakFixture {
  readonly client: RecordingClient;
  readonly secrets: Secrets;
  readonly company: OrganizationFixture;
  readonly stranger: NewTenant;
  /** Harmless, and kept where a secret would be that leaked. */
  readonly canary: string;
}

/** An answer that is not the one expected, with no word of what it says. */
export const expectStatus = ({ status }: ReceivedResponse, expected: number, what: string): void => {
  if (status !== expected) throw new Error(`${what} was answered ${String(status)}, not ${String(expected)}`);
};

/** A vault with one item. @returns the paths of its items and of that item, and the item's value */
export async function fillVault({ client: listener, secrets, company, canary }: LeakFixture, name: string) {
  const as = company.tenant.user.credential;
  const vault = await listener.send('POST /v1/vaults', { as, body: { name, description: canary } });
  expectStatus(vault, 201, 'A new vault');
  const items = `/v1/vaults/${String(vault.data['id'])}/items`;
  const value = secrets.value(`the value of an item in ${name}`);
  const body = { name: 'tide-table', type: 'password', value };
  const item = await listener.send(`POST ${items}`, { as, body });
  expectStatus(item, 201, 'A new item');
  return { items, item: `${items}/${String(item.data['id'])}`, value };
}

/** Drives every way in which a value reaches a vault, or does not, and every way in which it leaves it, or does not. */
export async function plantInVaults(ground: LeakFixture): Promise<void> {
  const { client: listener, secrets, company, stranger } = ground;
  const as = company.tenant.user.credential;
  const { items, item, value } = await fillVault(ground, 'Harbour');
  const sends = async (title: string, status: number, what: string, sending: RequestOptions): Promise<void> => {
    expectStatus(await listener.send(what, { as, ...sending }), status, title);
  };
  const puts = (
    title: string,
    status: number,
    fields: (secret: string) => object,
    into = items,
    more: RequestOptions = {},
  ) =>
    sends(title, status, `POST ${into}`, {
      body: { name: 'tide-table', type: 'password', ...fields(secrets.value(title)) },
      ...more,
    });
  const withValue = (given: string): object => ({ value: given });

  await puts('a new version', 201, withValue);
  await puts('a value that is too long', 400, (secret) => ({ value: secret + 'x'.repeat(65_536) }));
  await puts('a body that is too large', 413, (secret) => ({ value: secret + 'x'.repeat(1024 * 1024) }));
  await puts('a value of the wrong type', 400, (secret) => ({ value: { secret } }));
  await puts('a list of values', 400, (secret) => ({ value: [secret] }));
  await puts('a field that there is not', 400, (secret) => ({ value: 'x', secret }));
  await puts('a name of a field that there is not', 400, (secret) => ({ value: 'x', [secret]: 1 }));
  await puts('the type of an item', 400, (secret) => ({ value: 'x', type: secret }));
  await puts('the time of expiry', 400, (secret) => ({ value: 'x', expiresAt: secret }));
  await puts('metadata that is no object', 400, (secret) => ({ value: 'x', metadata: secret }));
  await puts('a vault that there is not', 404, withValue, '/v1/vaults/vlt_00000000000000000000000000000000/items');
  await puts("another tenant's vault", 404, withValue, items, { as: stranger.user.credential });
  await puts('a vault, by an API key', 403, withValue, items, { as: company.tenant.api.credential });
  await puts('a vault, by nobody', 401, withValue, items, { as: undefined });
  await puts('a path that takes none', 404, withValue, item);
  await sends('JSON that is cut off', 400, `POST ${items}`, {
    text: `{"value": ${JSON.stringify(secrets.value('cut-off JSON'))}`,
  });
  await sends('JSON with something behind', 400, `POST ${items}`, { text: `{} ${secrets.value('text behind JSON')}` });
  await sends('no JSON', 400, `POST ${items}`, { text: secrets.value('text that is no JSON') });
  const inPath = (where: string): string => encodeURIComponent(secrets.value(where));
  await sends('a vault named by a secret', 404, `GET /v1/vaults/${inPath('the id of a vault')}/items`, {});
  await sends('an item named by one', 404, `POST ${items}/${inPath('the id of an item')}/reveal`, { body: {} });
  await sends('a path that is one', 404, `GET /v1/${inPath('a path')}`, {});
  await sends('a query with one', 400, `GET ${items}?value=${inPath('a query')}`, {});
  await sends('a query named by one', 400, `GET ${items}?${inPath('the name in a query')}=1`, {});
  await sends('a cursor that is one', 400, `GET ${items}?cursor=${inPath('a cursor')}`, {});
  await sends('a reason that is too long', 400, `POST ${item}/reveal`, {
    body: { reason: secrets.value('a reason that is too long') + 'x'.repeat(1000) },
  });

  const { user: colleague } = await newMember(company.tenant.user, company.orgId, 'developer');
  const reveal = `POST ${item}/reveal`;
  await sends('a version that there is not', 404, reveal, { body: { version: 99 } });
  await sends('a reveal to another tenant', 404, reveal, { body: {}, as: stranger.user.credential });
  await sends('a reveal to a colleague', 404, reveal, { body: {}, as: colleague.credential });
  await sends('a reveal to a key', 403, reveal, { body: {}, as: company.tenant.api.credential });
  const expiresAt = Date.now() + 300;
  const brief = { name: 'brief', type: 'token', expiresAt: new Date(expiresAt).toISOString() };
  const { data } = await listener.send(`POST ${items}`, {
    as,
    body: { ...brief, value: secrets.value('an item that expires') },
  });
  const first = await listener.send(reveal, { as, body: { version: 1 } }, value);
  if (first.data['value'] !== value) throw new Error('What is revealed is not what was put in');
  await eventually(() => Date.now() > expiresAt);
  await sends('a reveal of what has expired', 410, `POST ${items}/${String(data['id'])}/reveal`, { body: {} });
  const more = () => listener.send(reveal, { as, body: { version: 1 } }, value);
  await eventually(async () => (await more()).status === 429);
}
