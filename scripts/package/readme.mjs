import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/workspace.mjs';

const HEADING = /^## /mu;

/**
 * The README of a package: its own, or what the documentation says of it, which is the section that imports it.
 * @param {import('./published-packages.mjs').PublishedPackage} one
 * @returns {string}
 */
export function readmeOf({ folder, manifest: { name, description } }) {
  const own = join(folder, 'README.md');
  if (existsSync(own)) return readFileSync(own, 'utf8');
  const docs = join(root, 'docs');
  for (const page of readdirSync(docs).filter((file) => file.endsWith('.md'))) {
    const section = readFileSync(join(docs, page), 'utf8')
      .split(HEADING)
      .slice(1)
      .find((text) => text.includes(`from '${name}`));
    if (section === undefined) continue;
    const text = section.slice(section.indexOf('\n')).trim();
    return `# ${name}\n\n${description}\n\n\`\`\`sh\nnpm install @strata/client ${name}\n\`\`\`\n\n${withoutLinks(text)}\n\nMore is in \`docs/${page}\` of Strata.\n`;
  }
  throw new Error(`No README.md in ${folder}, and no section of a page in docs that imports from '${name}'`);
}

/** Links to other pages lead nowhere in a package. */
const withoutLinks = (text) => text.replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]*\)/gu, '$1');
