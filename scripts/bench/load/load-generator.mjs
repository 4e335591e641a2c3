import { startTaskProcess } from './task-process.mjs';

/** Starts the process of the load generator. Its tasks are those of `load-process.mjs`. */
export const startLoadGenerator = () =>
  startTaskProcess(new URL('load-process.mjs', import.meta.url), { name: 'The load generator' });
