import Anthropic from '@anthropic-ai/sdk';
import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory';
import { describe, expect, it } from '@jest/globals';
import { MemoryFiles } from '@strata/anthropic-memory/memory-tool';
import type { Strata } from '@strata/client/strata';
import type { CreateKey, RunExample } from './run-example.ts';
import { serveModel } from './model-server.ts';

type Tool = ReturnType<typeof betaMemoryTool>;
type Command = Parameters<Tool['run']>[0];

/** The cases of the vendor's test of its own tool on a file system, and what is different in Strata. */
export function memoryToolSuite(
  connect: (apiKey?: string) => Strata,
  createKey: CreateKey,
  runExample: RunExample,
): void {
  describe("Anthropic's memory tool", () => {
    let directories = 0;
    const open = ({ key, ...options }: { userId?: string; directory?: string; key?: string } = {}) => {
      const files = new MemoryFiles({ strata: connect(key), directory: `d${String((directories += 1))}`, ...options });
      const tool = betaMemoryTool(files);
      return { files, run: async (command: Command) => tool.run(command) };
    };
    const create = (path: string, file_text = 'text'): Command => ({ command: 'create', path, file_text });
    const view = (path: string): Command => ({ command: 'view', path });

    it('creates a file, also in directories that do not exist yet, and shows it with line numbers', async () => {
      const { run } = open();
      await expect(run(create('/memories/deep/nested/file.txt', 'Line 1\nLine 2\n"Line" 3\n'))).resolves.toBe(
        'File created successfully at: /memories/deep/nested/file.txt',
      );
      await expect(run(view('/memories/deep/nested/file.txt'))).resolves.toBe(
        `Here's the content of /memories/deep/nested/file.txt with line numbers:\n     1\tLine 1\n     2\tLine 2\n     3\t"Line" 3\n     4\t`,
      );
      await expect(
        run({ command: 'view', path: '/memories/deep/nested/file.txt', view_range: [2, 3] }),
      ).resolves.toMatch(/numbers:\n {5}2\tLine 2\n {5}3\t"Line" 3$/u);
      await expect(
        run({ command: 'view', path: '/memories/deep/nested/file.txt', view_range: [3, -1] }),
      ).resolves.toMatch(/numbers:\n {5}3\t"Line" 3\n {5}4\t$/u);
    });

    it('creates no file twice', async () => {
      const { run } = open();
      await run(create('/memories/a.txt'));
      await expect(run(create('/memories/a.txt', 'other'))).rejects.toThrow('File /memories/a.txt already exists');
      await expect(run(create('/memories/a.txt/b'))).rejects.toThrow('/memories/a.txt is not a directory');
    });

    it('shows a directory two levels deep, without hidden items', async () => {
      const { run } = open();
      await expect(run(view('/memories'))).resolves.toMatch(/node_modules:\n0B\t\/memories$/u);
      for (const path of ['b/c/d.txt', 'b/a.txt', 'a.txt', '.hidden/x', 'node_modules/x'])
        await run(create(`/memories/${path}`));
      await expect(run(view('/memories'))).resolves.toBe(
        [
          "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:",
          '20B\t/memories',
          '4B\t/memories/a.txt',
          '8B\t/memories/b/',
          '4B\t/memories/b/a.txt',
          '4B\t/memories/b/c/',
        ].join('\n'),
      );
      await expect(run(view('/memories/b'))).resolves.toContain('4B\t/memories/b/c/d.txt');
    });

    it('replaces a text that stands in a file once', async () => {
      const { run } = open();
      await run(create('/memories/a.txt', 'Line 1\nOld Text\nLine 3\nLine 4\nLine 1'));
      const replace = (old_str: string, new_str: string) =>
        run({ command: 'str_replace', path: '/memories/a.txt', old_str, new_str });
      await expect(replace('Old Text', 'New $& Text')).resolves.toBe(
        'The memory file has been edited. Here is the snippet showing the change (with line numbers):\n     1\tLine 1\n     2\tNew $& Text\n     3\tLine 3\n     4\tLine 4',
      );
      await expect(replace('Missing', 'x')).rejects.toThrow(
        'No replacement was performed, old_str `Missing` did not appear verbatim in /memories/a.txt.',
      );
      await expect(replace('Line 1', 'x')).rejects.toThrow(
        'No replacement was performed. Multiple occurrences of old_str `Line 1` in lines: 1, 5. Please ensure it is unique',
      );
    });

    it.each([
      [0, 'New\nLine 1\nLine 2'],
      [1, 'Line 1\nNew\nLine 2'],
      [2, 'Line 1\nLine 2\nNew'],
    ])('inserts a line after line %i', async (insert_line, expected) => {
      const { run } = open();
      await run(create('/memories/a.txt', 'Line 1\nLine 2'));
      await expect(
        run({ command: 'insert', path: '/memories/a.txt', insert_line, insert_text: 'New\n' }),
      ).resolves.toBe('The file /memories/a.txt has been edited.');
      const lines = expected.split('\n').map((line, index) => `     ${String(index + 1)}\t${line}`);
      await expect(run(view('/memories/a.txt'))).resolves.toMatch(new RegExp(`numbers:\n${lines.join('\n')}$`, 'u'));
    });

    it('inserts no line where there is none', async () => {
      const { run } = open();
      await run(create('/memories/a.txt', 'Line 1\nLine 2'));
      await expect(
        run({ command: 'insert', path: '/memories/a.txt', insert_line: 10, insert_text: 'x' }),
      ).rejects.toThrow(
        'Invalid `insert_line` parameter: 10. It should be within the range of lines of the file: [0, 2]',
      );
    });

    it('says what does not exist', async () => {
      const { run } = open();
      const path = '/memories/none.txt';
      const reply = `The path ${path} does not exist. Please provide a valid path.`;
      await expect(run(view(path))).rejects.toThrow(reply);
      await expect(run({ command: 'str_replace', path, old_str: 'a', new_str: 'b' })).rejects.toThrow(reply);
      await expect(run({ command: 'insert', path, insert_line: 0, insert_text: 'a' })).rejects.toThrow(reply);
      await expect(run({ command: 'delete', path })).rejects.toThrow(`The path ${path} does not exist`);
      await expect(run({ command: 'rename', old_path: path, new_path: '/memories/b' })).rejects.toThrow(
        `The path ${path} does not exist`,
      );
      await expect(run({ command: 'delete', path: '/memories' })).rejects.toThrow(
        'Cannot delete the /memories directory itself',
      );
    });

    it('renames files and directories, and overwrites none', async () => {
      const { run } = open();
      await run(create('/memories/a/1.txt', 'one'));
      await run(create('/memories/2.txt', 'two'));
      const rename = (old_path: string, new_path: string) => run({ command: 'rename', old_path, new_path });
      await expect(rename('/memories/a', '/memories/b/c')).resolves.toBe(
        'Successfully renamed /memories/a to /memories/b/c',
      );
      await expect(run(view('/memories/b/c/1.txt'))).resolves.toContain('\tone');
      await expect(run(view('/memories/a'))).rejects.toThrow('does not exist');
      await expect(rename('/memories/2.txt', '/memories/b/c/1.txt')).rejects.toThrow(
        'The destination /memories/b/c/1.txt already exists',
      );
    });

    it.each(['/invalid/a', '/memories/../../etc/passwd', '/memories_backup/a'])('refuses %s', async (path) => {
      const { run } = open();
      await expect(run(create(path))).rejects.toThrow(/must start with \/memories|would escape \/memories directory/u);
      await expect(run({ command: 'rename', old_path: '/memories/a', new_path: path })).rejects.toThrow(/\/memories/u);
    });

    it('refuses a file that no event can hold', async () => {
      await expect(open().run(create('/memories/a', 'line\n'.repeat(50_000)))).rejects.toThrow('too large');
    });

    it('erases what is deleted: it is found no more', async () => {
      const { run } = open({ userId: 'ann' });
      const strata = connect();
      await run(create('/memories/gate/code.txt', 'The harbour gate opens with the blue lever.'));
      const ask = () => strata.context('How does the harbour gate open?', { userId: 'ann' });
      await expect(ask()).resolves.toContain('blue lever');
      await expect(run({ command: 'delete', path: '/memories/gate' })).resolves.toBe(
        'Successfully deleted /memories/gate',
      );
      await expect(run(view('/memories/gate/code.txt'))).rejects.toThrow('does not exist');
      const [erasure] = (await strata.api.listErasures({ limit: 1 })).items;
      await untilErased(strata, erasure?.id ?? '');
      await expect(ask()).resolves.not.toContain('blue lever');
    });

    it('begins anew for an end user who was erased', async () => {
      const { run } = open({ userId: 'eve' });
      const strata = connect();
      await run(create('/memories/a.txt'));
      await untilErased(strata, (await strata.api.startErasure({ userId: 'eve' })).jobId);
      await expect(run(view('/memories/a.txt'))).rejects.toThrow('does not exist');
      await run(create('/memories/a.txt', 'new'));
      await expect(run(view('/memories/a.txt'))).resolves.toContain('\tnew');
    });

    it('keeps a file that its key may not erase, and says so', async () => {
      const { run } = open({ key: await createKey(['read', 'write']) });
      await run(create('/memories/a.txt', 'kept'));
      await expect(run({ command: 'delete', path: '/memories/a.txt' })).rejects.toThrow(/admin/u);
      await expect(run(view('/memories/a.txt'))).resolves.toContain('\tkept');
    });

    it('keeps the files of one end user from another', async () => {
      const [ann, ben] = ['ann', 'ben'].map((userId) => open({ userId, directory: 'same' }));
      await ann?.run(create('/memories/a.txt'));
      await expect(ben?.run(view('/memories/a.txt'))).rejects.toThrow('does not exist');
    });

    it('loses no change of agents that write at the same time', async () => {
      const writers = Array.from({ length: 3 }, () => open({ directory: 'shared' }));
      await Promise.all(writers.map(({ run }, index) => run(create(`/memories/${String(index)}.txt`))));
      await expect(writers[0]?.run(view('/memories'))).resolves.toMatch(/0\.txt\n.*1\.txt\n.*2\.txt$/u);
    });

    it('serves a model in the tool runner of the SDK, which gets errors as results', async () => {
      const { files, run } = open();
      await using model = await serveModel([
        anthropicTurn({ command: 'view', path: '/memories/plan.md' }),
        anthropicTurn({ command: 'create', path: '/memories/plan.md', file_text: 'Ship on Friday.' }),
        { ...MESSAGE, content: [{ type: 'text', text: 'Noted.' }], stop_reason: 'end_turn' },
      ]);
      const anthropic = new Anthropic({ apiKey: 'none', baseURL: model.url, maxRetries: 0 });
      const last = await anthropic.beta.messages.toolRunner({
        model: 'local',
        max_tokens: 100,
        messages: [{ role: 'user', content: 'Remember that we ship on Friday.' }],
        tools: [betaMemoryTool(files)],
      });
      expect(last.content).toMatchObject([{ type: 'text', text: 'Noted.' }]);
      expect(model.requests[0]).toMatchObject({ tools: [{ type: 'memory_20250818', name: 'memory' }] });
      expect(JSON.stringify(model.requests[1])).toContain('does not exist. Please provide a valid path.');
      await expect(run(view('/memories/plan.md'))).resolves.toContain('Ship on Friday.');
    });

    it('is shown by an example that runs', async () => {
      await using model = await serveModel([
        anthropicTurn({ command: 'view', path: '/memories' }),
        { ...MESSAGE, content: [{ type: 'text', text: 'I remember nothing yet.' }], stop_reason: 'end_turn' },
      ]);
      const printed = await runExample('anthropic-memory.mjs', {
        ANTHROPIC_API_KEY: 'none',
        ANTHROPIC_BASE_URL: model.url,
      });
      expect(printed).toBe('I remember nothing yet.\n');
      expect(JSON.stringify(model.requests[1])).toContain('/memories, excluding hidden items');
    });
  });
}

async function untilErased({ api }: Strata, id: string): Promise<void> {
  while ((await api.getErasure({ id })).status !== 'completed') await new Promise((resolve) => setTimeout(resolve, 50));
}

const MESSAGE = { id: 'msg_1', type: 'message', role: 'assistant', model: 'local', usage: {} };

const anthropicTurn = (input: Command) => ({
  ...MESSAGE,
  content: [{ type: 'tool_use', id: `toolu_${input.command}`, name: 'memory', input }],
  stop_reason: 'tool_use',
});
