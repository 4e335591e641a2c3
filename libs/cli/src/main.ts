#!/usr/bin/env node
import { homedir } from 'node:os';
import { runCli } from './run-cli.ts';
import { Terminal } from './terminal.ts';

// A reader that has seen enough, such as `head`, ends the program quietly.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
process.on('SIGINT', () => process.exit(130));

// A command that waits for a service to come back must not end because nothing else is under way.
const FOREVER_MS = 2 ** 30;
const underWay = setInterval(() => undefined, FOREVER_MS);

const terminal = new Terminal(process, process.env['NO_COLOR'] === undefined);
process.exitCode = await runCli(process.argv.slice(2), {
  terminal,
  env: process.env,
  home: homedir(),
  folder: process.cwd(),
});
clearInterval(underWay);
