import { fileURLToPath } from 'node:url';

/** The same from a source, from a compiled file of a clone, and in the published package, which has all its files in `dist`. */
const program = (name: string): string => fileURLToPath(new URL(`../dist/${name}`, import.meta.url));

/** Coding agents start it for each hook call. */
export const HOOK_PROGRAM = program('strata-hook.js');

/** Delivers what hooks left in the spool. */
export const DELIVERY_PROGRAM = program('strata-deliver.js');

/** OpenCode loads it. */
export const OPENCODE_PLUGIN = program('opencode-plugin.js');
