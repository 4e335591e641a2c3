import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from './workspace.mjs';

const lockFile = join(root, '.strata-setup.lock');

/**
 * Runs a task while no other process sets up this repository. Waits for another process without a limit, and takes over
 * the lock of a dead one. It runs before any package is installed or built, so it shares no code with the platform's process lock
 * (ADR 34).
 * @template T
 * @param {() => Promise<T>} task
 * @returns {Promise<T>}
 */
export async function withSetupLock(task) {
  await acquire();
  process.once('exit', release);
  try {
    return await task();
  } finally {
    process.off('exit', release);
    release();
  }
}

async function acquire() {
  const mine = `${lockFile}.${process.pid}`;
  writeFileSync(mine, JSON.stringify({ pid: process.pid, host: hostname() }));
  try {
    let announced = false;
    // A hard link appears with its content, so a lock always names its owner.
    while (!tryLink(mine)) {
      const content = readLock();
      if (content === undefined) continue;
      const owner = parseOwner(content);
      if (isDead(owner)) {
        removeStale(content);
        continue;
      }
      if (!announced) {
        console.error(`[setup] waiting for process ${owner.pid}, which is setting up this folder (${lockFile})`);
        announced = true;
      }
      await delay(200);
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

function release() {
  rmSync(lockFile, { force: true });
}

/** @param {string} mine */
function tryLink(mine) {
  try {
    linkSync(mine, lockFile);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function readLock() {
  try {
    return readFileSync(lockFile, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @param {string} content */
function parseOwner(content) {
  try {
    return JSON.parse(content);
  } catch {
    return { pid: 0, host: hostname() };
  }
}

/** @param {{pid: number, host: string}} owner */
function isDead(owner) {
  if (owner.host !== hostname()) return false;
  if (!Number.isInteger(owner.pid) || owner.pid <= 0) return true;
  try {
    process.kill(owner.pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/**
 * Removes the lock of a dead owner. If another waiter has replaced it meanwhile, the new lock is put back.
 * @param {string} staleContent
 */
function removeStale(staleContent) {
  const aside = `${lockFile}.stale.${process.pid}`;
  try {
    renameSync(lockFile, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (readFileSync(aside, 'utf8') !== staleContent) tryLink(aside);
  rmSync(aside, { force: true });
}
