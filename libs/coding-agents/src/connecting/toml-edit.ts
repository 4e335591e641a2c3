import { parse, stringify, TomlError, type TomlTable } from 'smol-toml';
import { ConfigError, type ConfigEdit } from './config-edit.ts';

const START = '# >>> strata: written by `strata connect`, removed by `strata disconnect`';
const END = '# <<< strata';
const BLOCK = new RegExp(`(?:\\r?\\n)?^${START}$[^]*?^${END}$(?:\\r?\\n)?`, 'm');

/**
 * Keeps a table in a TOML file as a marked block at its end: no library for TOML keeps the comments of a file that it changes.
 * `table` is the path of the table.
 */
export function tomlEdit(table: readonly [string, string], value: Readonly<Record<string, unknown>>): ConfigEdit {
  const [group, name] = table;
  const block = `${START}\n${stringify({ [group]: { [name]: value } }).trim()}\n${END}\n`;
  return {
    add: (text) => {
      const rest = text.replace(BLOCK, '');
      read(text);
      const others = read(rest)[group];
      if (typeof others === 'object' && name in others)
        throw new ConfigError(`There is a ${group}.${name} already that \`strata connect\` did not write`);
      if (text.includes(block)) return text;
      const added = `${rest}${rest === '' || rest.endsWith('\n') ? '' : '\n'}${rest === '' ? '' : '\n'}${block}`;
      read(added);
      return added;
    },
    remove: (text) => text.replace(BLOCK, ''),
    isEmpty: (text) => text.trim() === '',
  };
}

function read(text: string): TomlTable {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The rest of the message quotes the file.
    const [reason = ''] = error.message.split('\n');
    throw new ConfigError(
      `It is not valid TOML: ${reason.replace(/^Invalid TOML document: /, '')} in line ${String(error.line)}`,
    );
  }
}
