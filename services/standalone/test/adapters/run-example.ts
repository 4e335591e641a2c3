import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Runs an example against the service of the suite and resolves with what it prints. */
export type RunExample = (
  file: string,
  env: Readonly<Record<string, string>>,
  args?: readonly string[],
) => Promise<string>;

/** Makes an API key with these scopes. */
export type CreateKey = (scopes: ('read' | 'write' | 'admin')[]) => Promise<string>;

/** What a program of docs/examples prints. An error has its error output. */
export const printedBy: RunExample = async (file, env, args = []) => {
  const path = fileURLToPath(new URL(`../../../../docs/examples/${file}`, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [path, ...args], { env, timeout: 30_000 });
  return stdout;
};
