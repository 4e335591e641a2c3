#!/usr/bin/env node
import { Strata } from '@strata/client/strata';
import { runStdio } from './run-stdio.ts';

const { STRATA_API_KEY: apiKey, STRATA_URL: serviceUrl = 'http://localhost:8080' } = process.env;
const log = (line: string): void => void process.stderr.write(`${line}\n`);

if (apiKey === undefined || apiKey === '') {
  log('STRATA_API_KEY is not set: put an API key into the environment of this MCP server');
  process.exitCode = 1;
} else {
  try {
    runStdio(new Strata({ baseUrl: serviceUrl, apiKey }), { serviceUrl, log });
  } catch (error) {
    log(`STRATA_URL is not usable: ${error instanceof Error ? error.message : 'unknown error'}`);
    process.exitCode = 1;
  }
}
