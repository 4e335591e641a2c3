/**
 * Preloaded into every process of the cluster: stops the process when the supervisor exits or is killed. A process that
 * does not stop in time is ended, because it would block its port for the next cluster.
 */
const STOP_WITHIN_MS = 20_000;

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
process.channel?.unref();
