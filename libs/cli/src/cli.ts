import type { Strata } from '@strata/client/strata';
import type { Command } from 'commander';
import type { Connection, Surroundings } from './config.ts';
import type { Terminal } from './terminal.ts';

/** What a command works with. */
export interface Cli {
  readonly terminal: Terminal;
  readonly surroundings: Surroundings;
  /** Whether to print JSON. */
  readonly isJson: boolean;
  readonly profile: string;
  readonly connection: Connection;
  /** The service, with the key of this user. Throws if there is none. */
  readonly strata: Strata;
}

/** Makes a command. `cli` is read when the command runs, after its options are. */
export type DefineCommand = (cli: () => Cli) => Command;

/** A command by its name: its summary for the list of commands, and the module that makes it. */
export interface CommandEntry {
  readonly summary: string;
  readonly load: () => Promise<{ readonly define: DefineCommand }>;
}
