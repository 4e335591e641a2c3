/**
 * Preloaded into every process of the cluster: when the supervisor is gone, however it went, the process stops too.
 * One that does not stop in time would keep its port from the next cluster, so it leaves anyway.
 */
const STOP_WITHIN_MS = 20_000;

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
process.channel?.unref();
