import { runDeliverer } from './hooks/run-deliverer.ts';

await runDeliverer(process.env);
