import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/workspace.mjs';

/**
 * The licences of the packages that are bundled into programs, which ask to be passed on.
 * @param {string[]} inputs the bundled files, relative to the repository
 * @returns {string} empty if there are none
 */
export function noticesOf(inputs) {
  const folders = inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/u.exec(input) ?? []);
  return [...new Set(folders)].sort().map(noticeOf).join('\n');
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/iu.test(entry));
  const text = file === undefined ? `Licence: ${license}` : readFileSync(join(root, folder, file), 'utf8').trim();
  return `${name} ${version}\n${'-'.repeat(name.length + version.length + 1)}\n\n${text}\n`;
}
