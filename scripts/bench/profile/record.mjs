/**
 * Preloaded into a service's process and its worker threads (`--import`). On the first SIGUSR2 each thread starts a CPU
 * profile, on the next it writes the profile to STRATA_BENCH_PROFILES, and so on.
 */
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { basename, join } from 'node:path';
import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads';

const SAMPLE_US = 500;
const session = new Session();
session.connect();
let recordings = 0;
let isRecording = false;

/** The profiler runs commands synchronously, and passes their results to callbacks. */
function toggle() {
  if (!isRecording) {
    session.post('Profiler.enable');
    session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
    session.post('Profiler.start');
  } else {
    session.post('Profiler.stop', (error, { profile } = {}) => {
      if (error === null) writeFileSync(fileName(), JSON.stringify(profile));
    });
  }
  isRecording = !isRecording;
}

function fileName() {
  const service =
    /services\/([^/]+)\//u.exec(process.argv[1] ?? '')?.[1] ?? basename(process.argv[1] ?? 'node', '.mjs');
  return join(process.env.STRATA_BENCH_PROFILES, `${service}-${process.pid}-${threadId}-${++recordings}.cpuprofile`);
}

const channel = new BroadcastChannel('strata-bench-profile');
channel.unref();
if (isMainThread) {
  process.on('SIGUSR2', () => {
    channel.postMessage('toggle');
    toggle();
  });
} else {
  channel.onmessage = toggle;
}
