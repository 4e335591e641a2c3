#!/usr/bin/env node
/** `npx strata`: the command line of this clone. Brings the clone up to date first, which is quick if it is. */
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
await import('../libs/cli/dist/main.js');
