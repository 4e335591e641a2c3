import { frameRecalled } from '@strata/kernel/recalled-text';
import { z } from 'zod';
import { defined, NOTICE, noticeField, scopeArguments, scopeFields } from './arguments.ts';
import type { DataOf } from '../call-operation.ts';
import { defineTool, READS } from './tool.ts';

const memoryFields = z.object({
  id: z.string(),
  kind: z.string().describe('What it is, such as fact, decision or preference.'),
  content: z.string(),
  since: z.string().describe('When it started to hold (ISO 8601).'),
  until: z.string().optional().describe('When a newer memory replaced it.'),
  user_id: z.string().optional(),
  agent_id: z.string().optional(),
  session_id: z.string(),
  tags: z.array(z.string()),
});

export const list = defineTool({
  name: 'list',
  title: 'List memories',
  description:
    'Lists memories page by page, the newest first, without a search. Use it to show somebody what is remembered about them; to answer a question use recall.',
  annotations: READS,
  input: z.strictObject({
    user_id: scopeArguments.user_id.describe('Only memories about this person.'),
    agent_id: scopeArguments.agent_id.describe('Only memories of this agent.'),
    session_id: scopeArguments.session_id.describe('Only memories of this session.'),
    tag: z.string().min(1).max(100).optional().describe('Only memories with this label.'),
    include_replaced: z.boolean().default(false).describe('Also list what a newer memory replaced.'),
    limit: z.int().min(1).max(50).default(20),
    cursor: z.string().min(1).max(1_024).optional().describe('next_cursor of the previous page.'),
  }),
  output: z.object({
    memories: z.array(memoryFields),
    total: z.int().describe('The number of matches on all pages.'),
    next_cursor: z.string().optional().describe('Absent on the last page.'),
    notice: noticeField,
  }),
  run: async ({ tag, include_replaced: withReplaced, limit, cursor, ...scope }, { call }) => {
    const current = withReplaced ? undefined : ('true' as const);
    const { items, pagination } = await call('listMemories', {
      limit,
      ...defined({ tag, cursor, current }),
      ...scopeFields(scope),
    });
    const next = pagination.cursor ?? undefined;
    // A further line of a memory must not look like an entry.
    const lines = items.map(({ id, kind, content }) => `- ${id} (${kind}): ${content.replaceAll('\n', '\n  ')}`);
    const end = next === undefined ? '' : `\nnext_cursor: ${next}`;
    return {
      data: {
        memories: items.map(fieldsOf),
        total: pagination.total,
        ...defined({ next_cursor: next }),
        notice: NOTICE,
      },
      text: lines.length === 0 ? 'Nothing found: no memory matches.' : `${frameRecalled(lines.join('\n'))}${end}`,
    };
  },
});

const fieldsOf = (memory: DataOf<'getMemory'>): z.input<typeof memoryFields> => ({
  id: memory.id,
  kind: memory.kind,
  content: memory.content,
  since: memory.validFrom,
  session_id: memory.sessionId,
  tags: memory.tags,
  ...defined({
    until: memory.validTo ?? undefined,
    user_id: memory.userId ?? undefined,
    agent_id: memory.agentId ?? undefined,
  }),
});
