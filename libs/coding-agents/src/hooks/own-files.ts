import { constants, lstatSync, mkdirSync, openSync } from 'node:fs';

/** Nothing on Windows, where links need rights of an administrator. */
const NO_FOLLOW = (constants.O_NOFOLLOW as number | undefined) ?? 0;

/** Opens a file (mode 0600) at its end, and makes it if there is none. Throws if a symbolic link stands there: it could lead anywhere. */
export const openOwnFile = (path: string): number =>
  openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | NO_FOLLOW, 0o600);

/** Makes folders (mode 0700) where there are none, each in the one before. Throws if one is a link, or belongs to somebody else. */
export function makeOwnFolders(...folders: readonly string[]): void {
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stats = lstatSync(folder);
    if (!stats.isDirectory() || (process.getuid !== undefined && stats.uid !== process.getuid()))
      throw new Error('the folder of the hooks is a link, or belongs to somebody else');
  }
}
