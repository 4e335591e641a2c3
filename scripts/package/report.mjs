const KB = 1000;

const kilobytes = (bytes) => `${Math.round(bytes / KB).toLocaleString('en')} kB`;

/**
 * The sizes and dependencies of packages, as a table of Markdown.
 * @param {{name: string, packedBytes: number, installedBytes: number, dependencies: string[], peers: string[]}[]} packages
 */
export const packageTable = (packages) =>
  table(
    ['Package', 'Packed', 'Installed', 'Dependencies', 'Peers'],
    packages.map(({ name, packedBytes, installedBytes, dependencies, peers }) => [
      `\`${name}\``,
      kilobytes(packedBytes),
      kilobytes(installedBytes),
      String(dependencies.length),
      peers.map((peer) => `\`${peer}\``).join(', ') || 'none',
    ]),
  );

/** @param {ReturnType<typeof import('./start-times.mjs').startTimes>} times */
export const timesTable = ([base, ...others]) =>
  table(
    ['Program', `× \`node -e 0\` (${base.ms.toFixed(0)} ms)`],
    others.map(({ name, times }) => [name, times.toFixed(1)]),
  );

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
