import type { RunningStandalone } from './app.ts';

type Ready = Pick<RunningStandalone, 'url' | 'credentialsFile' | 'hasConsole'>;

/** Says in a line where the service can be reached. */
export const readyLine = ({ url }: Pick<Ready, 'url'>): string => `Ready: ${url}\n`;

/** What a person at a terminal should know of a service that is ready: its URL, the credentials, and how to stop it. */
export const readyLines = ({ url, credentialsFile, hasConsole }: Ready): string =>
  [
    readyLine({ url }),
    hasConsole ? `  console      ${url}/console\n` : '',
    `  reference    ${url}/docs\n`,
    `  credentials  ${credentialsFile}\n`,
    `  stop         Ctrl+C\n`,
  ].join('');
