import type { ClientName } from '../clients.ts';
import { ConfigError } from './config-edit.ts';

/** The program that runs for each hook call. Its name marks entries as Strata's. */
export const HOOK_FILE = 'strata-hook.js';

/** How to run a program: the program and its first arguments. */
export type Command = readonly [program: string, ...args: string[]];

/** A command as a client's shell takes it. Throws a `ConfigError` for a path that shells read differently. */
export function commandLine(command: readonly string[]): string {
  return command
    .map((word) => {
      if (/^[\w@%+=:,./\\-]+$/.test(word)) return word;
      if (/["$`!\n]/.test(word)) throw new ConfigError(`The path ${word} has characters that shells read differently`);
      return `"${word}"`;
    })
    .join(' ');
}

export const hookLine = (hook: Command, client: ClientName): string => commandLine([...hook, client]);
