import { expect, it } from '@jest/globals';
import { readyLine, readyLines } from './terminal.ts';

it('A service that is ready says so in a line, and more of it at a terminal', () => {
  const ready = { url: 'http://localhost:8080', credentialsFile: '.strata/credentials.json', hasConsole: true };
  expect(readyLine(ready)).toBe('Ready: http://localhost:8080\n');
  expect(readyLines(ready).split('\n')).toEqual([
    'Ready: http://localhost:8080',
    '  console      http://localhost:8080/console',
    '  reference    http://localhost:8080/docs',
    '  credentials  .strata/credentials.json',
    '  stop         Ctrl+C',
    '',
  ]);
});
