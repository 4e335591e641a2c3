import { eventually } from '@strata/testkit/eventually';
import { newMember } from '../fixtures/members.ts';
import { expectStatus, type LeakFixture } from './leak-fixture.ts';
import type { RequestOptions } from './recording-client.ts';

/** Creates a vault with one item. Returns the paths of its items and of that item, and the item's value. */
export async function fillVault({ client, secrets, organization, canary }: LeakFixture, name: string) {
  const as = organization.tenant.user.credential;
  const vault = await client.send('POST /v1/vaults', { as, body: { name, description: canary } });
  expectStatus(vault, 201, 'A new vault');
  const items = `/v1/vaults/${String(vault.data['id'])}/items`;
  const value = secrets.value(`the value of an item in ${name}`);
  const body = { name: 'tide-table', type: 'password', value };
  const item = await client.send(`POST ${items}`, { as, body });
  expectStatus(item, 201, 'A new item');
  return { items, item: `${items}/${String(item.data['id'])}`, value };
}

/** Sends values to a vault in every way, accepted or rejected, and reveals them in every way. */
export async function plantInVaults(fixture: LeakFixture): Promise<void> {
  const { client, secrets, organization, stranger } = fixture;
  const as = organization.tenant.user.credential;
  const { items, item, value } = await fillVault(fixture, 'Harbour');
  const sends = async (title: string, status: number, request: string, options: RequestOptions): Promise<void> => {
    expectStatus(await client.send(request, { as, ...options }), status, title);
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
  await puts('an unknown field', 400, (secret) => ({ value: 'x', secret }));
  await puts('the name of an unknown field', 400, (secret) => ({ value: 'x', [secret]: 1 }));
  await puts('the type of an item', 400, (secret) => ({ value: 'x', type: secret }));
  await puts('the time of expiry', 400, (secret) => ({ value: 'x', expiresAt: secret }));
  await puts('metadata that is not an object', 400, (secret) => ({ value: 'x', metadata: secret }));
  await puts('an unknown vault', 404, withValue, '/v1/vaults/vlt_00000000000000000000000000000000/items');
  await puts("another tenant's vault", 404, withValue, items, { as: stranger.user.credential });
  await puts('a vault, by an API key', 403, withValue, items, { as: organization.tenant.api.credential });
  await puts('a vault, without a credential', 401, withValue, items, { as: undefined });
  await puts('a path without POST', 404, withValue, item);
  await sends('JSON that is cut off', 400, `POST ${items}`, {
    text: `{"value": ${JSON.stringify(secrets.value('cut-off JSON'))}`,
  });
  await sends('JSON with trailing text', 400, `POST ${items}`, { text: `{} ${secrets.value('trailing text')}` });
  await sends('a body that is not JSON', 400, `POST ${items}`, { text: secrets.value('text that is not JSON') });
  const inPath = (where: string): string => encodeURIComponent(secrets.value(where));
  await sends('a secret as the id of a vault', 404, `GET /v1/vaults/${inPath('the id of a vault')}/items`, {});
  await sends('a secret as the id of an item', 404, `POST ${items}/${inPath('the id of an item')}/reveal`, {
    body: {},
  });
  await sends('a secret as a path', 404, `GET /v1/${inPath('a path')}`, {});
  await sends('a secret in a query', 400, `GET ${items}?value=${inPath('a query')}`, {});
  await sends('a secret as the name of a query field', 400, `GET ${items}?${inPath('the name in a query')}=1`, {});
  await sends('a secret as a cursor', 400, `GET ${items}?cursor=${inPath('a cursor')}`, {});
  await sends('a reason that is too long', 400, `POST ${item}/reveal`, {
    body: { reason: secrets.value('a reason that is too long') + 'x'.repeat(1000) },
  });

  const { user: member } = await newMember(organization.tenant.user, organization.orgId, 'developer');
  const reveal = `POST ${item}/reveal`;
  await sends('an unknown version', 404, reveal, { body: { version: 99 } });
  await sends('a reveal to another tenant', 404, reveal, { body: {}, as: stranger.user.credential });
  await sends('a reveal to another member', 404, reveal, { body: {}, as: member.credential });
  await sends('a reveal to a key', 403, reveal, { body: {}, as: organization.tenant.api.credential });
  const expiresAt = Date.now() + 300;
  const brief = { name: 'brief', type: 'token', expiresAt: new Date(expiresAt).toISOString() };
  const { data } = await client.send(`POST ${items}`, {
    as,
    body: { ...brief, value: secrets.value('an item that expires') },
  });
  const first = await client.send(reveal, { as, body: { version: 1 } }, value);
  if (first.data['value'] !== value) throw new Error('The revealed value is not the stored one');
  await eventually(() => Date.now() > expiresAt);
  await sends('a reveal of an expired item', 410, `POST ${items}/${String(data['id'])}/reveal`, { body: {} });
  const more = () => client.send(reveal, { as, body: { version: 1 } }, value);
  await eventually(async () => (await more()).status === 429);
}
