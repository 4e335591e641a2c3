/** Starts a stopwatch; the returned function gives the seconds since then. */
export function stopwatch(): () => number {
  const startedAt = performance.now();
  return () => (performance.now() - startedAt) / 1_000;
}
