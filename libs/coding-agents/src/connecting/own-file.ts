import { ConfigError, type ConfigEdit } from './config-edit.ts';

/** A file that holds nothing but what Strata writes. */
export function ownFile(content: string, isOwn: (text: string) => boolean): ConfigEdit {
  return {
    add: (text) => {
      if (text !== '' && !isOwn(text))
        throw new ConfigError('There is such a file already that `strata connect` did not write');
      return content;
    },
    remove: (text) => (isOwn(text) ? '' : text),
    isEmpty: (text) => text === '',
  };
}
