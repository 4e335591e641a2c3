import type { RunningStandalone } from './app.ts';

/** Shows a person at a terminal that the service is ready: its URL, the credentials, and how to stop it. */
export function showReady(
  { url, credentialsFile }: Pick<RunningStandalone, 'url' | 'credentialsFile'>,
  output: { write(text: string): unknown },
): void {
  const lines = [
    `Strata is ready at ${url}`,
    `  reference    ${url}/docs`,
    `  credentials  ${credentialsFile}`,
    `  stop         Ctrl+C`,
  ];
  output.write(`${lines.join('\n')}\n`);
}
