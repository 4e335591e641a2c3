import { randomFillSync } from 'node:crypto';

/** A call for random bytes takes much longer than the rest of an id, so one call serves many ids. */
const pool = Buffer.alloc(4_096);
let used = pool.length;

/** New random hex digits: an even number, at most 8,192. */
export function randomHex(digits: number): string {
  const bytes = digits / 2;
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const from = used;
  used += bytes;
  return pool.toString('hex', from, used);
}
