import { beforeEach, expect, test } from '@jest/globals';
import { HashRenewal } from './renew-hash.ts';

const hash = Buffer.from('hash');
const settled = () => new Promise<void>((done) => setImmediate(done));

let writes: { keyId: string; end: () => void; fail: (error: Error) => void }[];
let forgotten: string[];
let failed: string[];
let renewal: HashRenewal;

beforeEach(() => {
  writes = [];
  forgotten = [];
  failed = [];
  renewal = new HashRenewal({
    replaceHash: (_tenantId, keyId) =>
      new Promise<void>((resolve, reject) => writes.push({ keyId, end: resolve, fail: reject })),
    forget: (keyId) => forgotten.push(keyId),
    onFailed: (keyId) => failed.push(keyId),
  });
});
const use = (id: string): void => {
  renewal.renew({ tenantId: 'ten_1', id }, hash);
};

test('a key that is used many times while its hash is written is written once, then removed from the cache', async () => {
  for (let count = 0; count < 10; count += 1) use('key_a');
  expect(writes.map(({ keyId }) => keyId)).toEqual(['key_a']);
  expect(forgotten).toEqual([]);
  writes[0]?.end();
  await settled();
  expect(forgotten).toEqual(['key_a']);
});

test('a failed write is repeated at a later use', async () => {
  use('key_a');
  writes[0]?.fail(new Error('down'));
  await settled();
  expect([failed, forgotten]).toEqual([['key_a'], []]);
  use('key_a');
  expect(writes).toHaveLength(2);
});

test('only a few writes run at once; the other keys wait for a later use', async () => {
  for (let count = 0; count < 10; count += 1) use(`key_${String(count)}`);
  expect(writes).toHaveLength(4);
  for (const { end } of writes) end();
  await settled();
  use('key_9');
  expect(writes.at(-1)?.keyId).toBe('key_9');
});
