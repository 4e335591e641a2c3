import { errorCode } from '@strata/platform/config/error-code';
import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { credentialsSchema, type CredentialsFile } from '../first-tenant/credentials.ts';

/** The credentials as a JSON file that only its owner can read. */
export const createCredentialsFile = (path: string): CredentialsFile => ({
  async read() {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (text === undefined) return undefined;
    const parsed = credentialsSchema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    throw new Error(`The credentials file ${path} is damaged; repair it, or delete it to create new credentials`);
  },

  async create(credentials) {
    await mkdir(dirname(path), { recursive: true });
    const draft = `${path}.${randomBytes(6).toString('hex')}`;
    await writeWhole(draft, `${JSON.stringify(credentials, null, 2)}\n`);
    try {
      // Unlike a rename, a link never replaces the file of another process.
      await link(draft, path);
      return true;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      throw error;
    } finally {
      await unlink(draft);
    }
  },
});

async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
