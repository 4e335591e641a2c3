/** Adds what Strata needs to the text of a configuration file, and takes it out again. */
export interface ConfigEdit {
  /** The text with Strata's entries; the same text if they are there. Throws a `ConfigError`. */
  readonly add: (text: string) => string;
  /** The text without them; the same text if there are none. Throws a `ConfigError`. */
  readonly remove: (text: string) => string;
  /** Whether nothing is left that somebody else could have written. */
  readonly isEmpty: (text: string) => boolean;
}

/** A file of a client that has to change. */
export interface ConfigFile {
  readonly path: string;
  /** What Strata keeps there: `MCP server`, `hooks`. */
  readonly purpose: string;
  readonly edit: ConfigEdit;
}

/** A configuration file cannot be read or changed. The message says why, and never repeats what the file holds. */
export class ConfigError extends Error {}
