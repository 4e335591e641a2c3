import { isClient } from './clients.ts';
import { runHook } from './hooks/run-hook.ts';

const [client] = process.argv.slice(2);
// An agent must never fail because of a hook.
if (isClient(client)) void runHook(client, process.env, () => process.exit(0));
