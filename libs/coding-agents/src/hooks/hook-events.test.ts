import { describe, expect, it } from '@jest/globals';
import { makeEvent } from '@strata/transcripts/events/make-event';
import { claudeCode } from '@strata/transcripts/formats/claude-code';
import { silentTally } from '@strata/transcripts/formats/record-tally';
import { hookEvents } from './hook-events.ts';
import type { readHookCall } from './hook-call.ts';

const base = { session_id: 's-1', cwd: '/work/shop', hook_event_name: 'PostToolUse' };
const line = (input: object, client: Parameters<typeof readHookCall>[0] = 'claude-code') => ({
  ...{ id: 'line-1', at: '2026-11-20T10:00:00.000Z', client, repository: 'shop' },
  input: { ...base, ...input },
});

describe('The events of a hook call', () => {
  it('have the keys, types and results that the import of the same session gives them', () => {
    const uses = [
      [
        'toolu_1',
        'Bash',
        { command: 'npm test' },
        { stdout: 'Tests: 2 passed, 2 total', stderr: '' },
        'Tests: 2 passed, 2 total',
      ],
      [
        'toolu_2',
        'Edit',
        { file_path: '/work/shop/a.ts', old_string: 'a', new_string: 'b' },
        { filePath: '/work/shop/a.ts' },
        'The file was updated',
      ],
      ['toolu_3', 'WebSearch', { query: 'strata' }, 'one result', 'one result'],
    ] as const;
    const reader = claudeCode.createReader('s-1.jsonl');
    const records = uses.flatMap(([id, name, input, response, said]) => [
      { type: 'assistant', message: { content: [{ type: 'tool_use', id, name, input }] } },
      {
        ...{ type: 'user', toolUseResult: response },
        message: { content: [{ type: 'tool_result', tool_use_id: id, content: said }] },
      },
    ]);
    const imported = records.flatMap((record, at) =>
      reader
        .read(
          { sessionId: 's-1', cwd: '/work/shop', uuid: `u${at}`, ...record },
          { path: 's-1.jsonl', position: at, line: at + 1 },
          silentTally,
        )
        .flatMap((found) => ('act' in found ? [makeEvent('claude-code', found, {})?.event] : [])),
    );
    const captured = uses.flatMap(([tool_use_id, tool_name, tool_input, tool_response]) =>
      hookEvents(line({ tool_use_id, tool_name, tool_input, tool_response })),
    );
    const facts = (
      events: readonly ({ type: string; sessionId: string; idempotencyKey?: string | undefined } | undefined)[],
    ) => events.map((event) => [event?.type, event?.sessionId, event?.idempotencyKey]);
    expect(facts(captured)).toEqual(facts(imported));
    expect(captured.map(({ payload }) => payload)).toEqual([
      expect.objectContaining(imported[0]?.payload ?? {}),
      expect.objectContaining({ path: '/work/shop/a.ts', operation: 'edit' }),
      imported[2]?.payload,
      imported[3]?.payload,
    ]);
  });

  it('are the same each time, so that a second delivery stores nothing twice', () => {
    const stop = line({ hook_event_name: 'Stop', last_assistant_message: 'Done.' });
    expect(hookEvents(stop)).toEqual(hookEvents(stop));
    expect(hookEvents(stop)[0]).toMatchObject({ idempotencyKey: 'claude-code/s-1/hook/line-1' });
  });

  it('hold no context that Strata gave, and no secret', () => {
    const [event] = hookEvents(
      line({
        hook_event_name: 'UserPromptSubmit',
        prompt: '<strata-context>\nold\n</strata-context>\nUse DB_PASSWORD=kelp-and-7-tides',
      }),
    );
    expect(JSON.stringify(event)).not.toMatch(/old|kelp/);
    expect(
      hookEvents(line({ hook_event_name: 'UserPromptSubmit', prompt: '<strata-context>x</strata-context>' })),
    ).toEqual([]);
  });

  it('tell the files of a patch of Codex', () => {
    const command = '*** Begin Patch\n*** Update File: a.ts\n@@\n-a\n+b\n*** Add File: b.ts\n+c\n*** End Patch';
    const events = hookEvents(
      line({ tool_name: 'apply_patch', tool_use_id: 'c', tool_input: { command }, tool_response: 'Done' }, 'codex'),
    );
    expect(events.map(({ type, payload }) => [type, payload['path'], payload['operation']])).toEqual([
      ['file_edit', 'a.ts', 'update'],
      ['file_edit', 'b.ts', 'create'],
    ]);
  });

  it.each([
    ['a subagent', { agent_id: 'a' }],
    ['a sidechain', { isSidechain: true }],
    ['a summary', { isCompactSummary: true }],
    [
      'a summary as a prompt',
      {
        hook_event_name: 'UserPromptSubmit',
        prompt: 'This session is being continued from a previous conversation that',
      },
    ],
    ['Cursor, which runs hooks of Claude Code', { cursor_version: '2.0' }],
    ['an unknown hook', { hook_event_name: 'PreCompact' }],
  ])('are none for %s', (_what, fields) => {
    expect(
      hookEvents(line({ tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: '', ...fields })),
    ).toEqual([]);
  });
});
