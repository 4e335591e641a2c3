import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The process and all its descendants, parents first. */
export async function processTree(root: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=']);
  const rows = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const tree = [root];
  for (const parent of tree) for (const [pid = 0, ppid] of rows) if (ppid === parent) tree.push(pid);
  return tree;
}

/** Sends a signal to the process and all its descendants. Those that have ended are left out. */
export async function signalTree(root: number, signal: NodeJS.Signals): Promise<void> {
  for (const pid of await processTree(root)) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
