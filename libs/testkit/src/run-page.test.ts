import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { runPage } from './run-page.ts';

const run = (page: string, options: { readonly withinMs?: number } = {}) =>
  runPage({ page, baseUrl: 'http://localhost:4711/', credentials: { apiKey: 'strata_live_key' }, ...options });
const block = (info: string, ...lines: string[]): string => [`\`\`\`${info}`, ...lines, '```', ''].join('\n');

describe('A page of the documentation', () => {
  it('runs from top to bottom in a folder that looks like a clone with a running service', async () => {
    await run(
      [
        block('sh', 'npm start'),
        block('sh', 'KEY=$(node -p "require(\'./.strata/credentials.json\').apiKey")', 'ls package.json'),
        block('text', 'package.json'),
        block('js agent.mjs', "console.log('http://localhost:8080', process.env.STRATA_URL, process.argv[2]);"),
        `1. In a list:\n\n   ${block('sh', 'node agent.mjs "$KEY"').replaceAll('\n', '\n   ')}`,
        block('text', 'http://localhost:8080 http://localhost:4711/ …_key'),
        block('js', "const answer = 'one program';"),
        block('js fragment', 'this is no program'),
        block('js', 'console.log(answer);'),
        block('text', 'one program'),
        block('json', '{ "only": "read" }'),
      ].join('\n'),
    );
  });

  it('fails with the block that fails, and with what that block printed', async () => {
    await expect(run(block('sh', 'echo first') + block('sh', 'echo before', 'false', 'echo after'))).rejects.toThrow(
      /^A block ended with 1:\n\necho before\nfalse\necho after\n\nIt printed:\n\nbefore\n$/,
    );
  });

  it('fails if a block prints something other than the page says', async () => {
    await expect(run(block('sh', 'echo four') + block('text', 'f…ve'))).rejects.toThrow('does not print f…ve');
  });

  it('saves files of its own, and may repeat those of the repository', async () => {
    await run(block('js docs/examples/own.mjs', 'console.log(1);') + block('sh', 'node docs/examples/own.mjs'));
    expect(existsSync(new URL('../../../docs/examples/own.mjs', import.meta.url))).toBe(false);
    await expect(run(block('text .editorconfig', 'another text'))).rejects.toThrow(
      '.editorconfig is not what the page',
    );
  });

  it('ends what it started, also in the background', async () => {
    await expect(run(block('sh', 'sleep 600 & sleep 600'), { withinMs: 200 })).rejects.toThrow('did not end within');
    await run(block('sh', 'sleep 600 &'));
  });
});
