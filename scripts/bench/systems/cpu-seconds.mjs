import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/**
 * The processor time that all threads of a system's processes have used, where the kernel reports it (Linux); 0 elsewhere.
 * @param {{processes: () => {pid: number}[]}} system
 */
export const cpuSeconds = (system) =>
  system.processes().reduce((sum, { pid }) => sum + ticksOf(pid) / TICKS_PER_SECOND, 0);

function ticksOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces. User and system time are the 12th and 13th field after it.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}
