import { access, mkdir, open as openFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

const DATA = 'pgdata';
const INITIALIZED = 'initialized';

/**
 * Opens the database under `directory`, or creates it on first use and then writes a mark. Data without the mark is the
 * unused rest of an interrupted first start, and is created again.
 */
export async function openDataDir<T>(
  directory: string,
  { createNew, open }: Record<'createNew' | 'open', (dataDir: string) => Promise<T>>,
): Promise<T> {
  const data = join(directory, DATA);
  const mark = join(directory, INITIALIZED);
  const isInitialized = await access(mark).then(
    () => true,
    () => false,
  );
  if (isInitialized) return open(data);
  await rm(data, { recursive: true, force: true });
  await mkdir(data, { recursive: true, mode: 0o700 });
  const database = await createNew(data);
  await writeDurably(mark);
  return database;
}

async function writeDurably(file: string): Promise<void> {
  const handle = await openFile(file, 'w', 0o600);
  try {
    await handle.writeFile(`${new Date().toISOString()}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
