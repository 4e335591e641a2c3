/** An entry of a log whose entries contain the hash of the one before, as docs/audit.md describes. */
export interface ChainedEntry {
  readonly sequence: number;
  readonly previousHash: string;
  readonly hash: string;
}

const FIRST = '0'.repeat(64);

/** Keys sorted by UTF-16 code units, at every depth. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.keys(fields)
      .sort()
      .map((key) => [key, sorted(fields[key])]),
  );
}

/** The SHA-256, in hex, of all fields but the hash itself. */
async function hashOf(entry: ChainedEntry): Promise<string> {
  // JSON leaves out what is undefined.
  const content = JSON.stringify(sorted({ ...entry, hash: undefined }));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Whether `entry` is unchanged and the one before `newer`, which is undefined for the newest. The first entry must be number 1.
 * Read a log newest first, and call it for each entry.
 */
export async function isIntact(entry: ChainedEntry, newer: ChainedEntry | undefined): Promise<boolean> {
  if (newer !== undefined && (newer.sequence !== entry.sequence + 1 || newer.previousHash !== entry.hash)) return false;
  if (entry.sequence === 1 && entry.previousHash !== FIRST) return false;
  return (await hashOf(entry)) === entry.hash;
}
