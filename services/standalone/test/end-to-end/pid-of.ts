import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The process of a service among the supervisor's children. @throws Error while it does not run. */
export async function pidOf(service: string, parent: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=,args=']);
  const row = stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .find((match) => Number(match?.[2]) === parent && match?.[3]?.includes(`services/${service}/dist/main.js`));
  if (!row) throw new Error(`${service} does not run`);
  return Number(row[1]);
}
