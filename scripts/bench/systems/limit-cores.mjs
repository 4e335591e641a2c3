import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PERIOD_US = 100_000;
const TREE = '/sys/fs/cgroup';
/** Version 2 of the kernel's control groups has this file, and one tree; version 1 has a tree for each resource. */
const isVersion2 = existsSync(join(TREE, 'cgroup.controllers'));
const CPU_TREE = isVersion2 ? TREE : join(TREE, 'cpu');

/**
 * Gives each process a share of one processor core, by a control group of its own. Only on Linux, as root.
 * Errors: those of the file system where that is not allowed.
 * @param {readonly {pid: number}[]} processes
 * @param {number} share such as 0.2
 * @returns {() => void} puts the processes back where they were
 */
export function limitCores(processes, share) {
  const undoing = processes.map(({ pid }) => limit(pid, Math.round(share * PERIOD_US)));
  return () => {
    for (const undo of undoing) undo();
  };
}

function limit(pid, quotaUs) {
  const before = join(CPU_TREE, groupOf(pid));
  const own = join(CPU_TREE, `strata-bench-${pid}`);
  mkdirSync(own);
  if (isVersion2) writeFileSync(join(own, 'cpu.max'), `${quotaUs} ${PERIOD_US}`);
  else {
    writeFileSync(join(own, 'cpu.cfs_period_us'), String(PERIOD_US));
    writeFileSync(join(own, 'cpu.cfs_quota_us'), String(quotaUs));
  }
  writeFileSync(join(own, 'cgroup.procs'), String(pid));
  return () => {
    writeFileSync(join(before, 'cgroup.procs'), String(pid));
    rmdirSync(own);
  };
}

/** The group that a process is in, as a path in the tree. */
function groupOf(pid) {
  const lines = readFileSync(`/proc/${pid}/cgroup`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(':'));
  return lines.find(([, controllers]) => (isVersion2 ? controllers === '' : controllers.split(',').includes('cpu')))[2];
}
