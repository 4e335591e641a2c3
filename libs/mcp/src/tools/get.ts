import { frameRecalled } from '@strata/kernel/recalled-text';
import { z } from 'zod';
import { NOTICE, noticeField } from './arguments.ts';
import { findItem, ITEM_KINDS } from './item.ts';
import { defineTool, READS } from './tool.ts';

export const idArgument = z.string().min(1).max(64).describe('An id from recall, learned, search, list or why.');

/** What it means that an id names nothing. */
export const nothingHas = (id: string): string => `Nothing found: memory has nothing with the id ${id}.`;

export const get = defineTool({
  name: 'get',
  title: 'Read one memory or artifact',
  description:
    'Returns one memory (mem_…), artifact (art_…: a procedure, playbook, pattern or policy) or event (evt_…) in full.',
  annotations: READS,
  input: z.strictObject({ id: idArgument }),
  output: z.object({
    found: z.boolean(),
    id: z.string(),
    kind: z.enum(ITEM_KINDS).optional(),
    title: z.string().optional(),
    text: z.string().optional(),
    at: z.string().optional().describe('When it was said, done or compiled (ISO 8601).'),
    details: z.record(z.string(), z.unknown()).optional().describe('The other facts about it, by name.'),
    notice: noticeField.optional(),
  }),
  run: async ({ id }, context) => {
    const item = await findItem(id, context);
    if (item === undefined) return { data: { found: false, id }, text: nothingHas(id) };
    const { kind, title, text, at, details } = item;
    return {
      data: { found: true, id, kind, title, text, at, details, notice: NOTICE },
      text: frameRecalled(`${id} (${kind}, ${at})\n${text}\n${JSON.stringify(details)}`),
    };
  },
});
