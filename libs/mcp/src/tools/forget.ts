import { z } from 'zod';
import { isNotFound, kindOf } from './item.ts';
import { defineTool, READS, ToolFault } from './tool.ts';

export const forget = defineTool({
  name: 'forget',
  title: 'Forget one memory',
  description:
    'Deletes one memory for good, from every store. Use it when the user asks to forget something, or when a memory is wrong; show the user which one before.',
  annotations: { ...READS, readOnlyHint: false, destructiveHint: true },
  input: z.strictObject({ id: z.string().min(1).max(64).describe('The id of a memory (mem_…).') }),
  output: z.object({ id: z.string(), forgotten: z.boolean().describe('False if there was no such memory.') }),
  run: async ({ id }, { call }) => {
    if (kindOf(id) !== 'memory')
      throw new ToolFault(
        'Only memories (mem_…) can be forgotten one by one. An artifact goes when its memories go; why names them',
      );
    try {
      await call('deleteMemory', { id });
    } catch (error) {
      if (!isNotFound(error)) throw error;
      return { data: { id, forgotten: false }, text: `Nothing found: there is no memory with the id ${id}.` };
    }
    return { data: { id, forgotten: true }, text: `Forgotten: ${id} is deleted.` };
  },
});
