import { readFileSync } from 'node:fs';

/**
 * The memory of each process of a system in bytes, where the kernel reports it (Linux): `VmRSS` now, `VmHWM` at its peak.
 * @param {{processes: () => {name: string, pid: number}[]}} system
 * @param {'VmRSS' | 'VmHWM'} field
 * @returns {Map<string, number>}
 */
export const residentMemory = (system, field) =>
  new Map(
    system.processes().flatMap(({ name, pid }) => {
      const kibibytes = Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'mu').exec(readStatus(pid))?.[1]);
      return Number.isNaN(kibibytes) ? [] : [[name, kibibytes * 1024]];
    }),
  );

function readStatus(pid) {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

export const mebibytes = (bytes) => `${Math.round(bytes / 1024 ** 2).toLocaleString('en')} MiB`;
