import { z } from 'zod';
import type { DataOf } from '../call-operation.ts';
import type { Answer } from './tool.ts';

const MAX_TOKENS = 20_000;

/** The budget of a pack. Clients cut longer results. */
export const maxTokensArgument = (byDefault: number) =>
  z.int().min(50).max(MAX_TOKENS).default(byDefault).describe('The most tokens that the text may have.');

export const packOutput = z.object({
  found: z.int().describe('The number of entries in the text; 0 if nothing fits.'),
  text: z.string().describe('What was found, best first, in an element that marks it as data. Empty if nothing fits.'),
  pack_id: z.string().describe('Pass it to report_outcome once you know how the task ended.'),
  sources: z.array(z.string()).describe('The ids of the entries, for get, why and forget.'),
});

/** A context pack as the answer of a tool. `nothing` says what it means that no entry fits. */
export function packAnswer(pack: DataOf<'synthesize'>, nothing: string): Answer<z.input<typeof packOutput>> {
  const { packId, sections, text = '' } = pack;
  const data = { found: sections.length, text, pack_id: packId, sources: sections.map(({ source }) => source) };
  return { data, text: sections.length === 0 ? nothing : `${text}\n\npack_id: ${packId}` };
}
