import { expect, it } from '@jest/globals';
import { Vocabulary } from '../rank/vocabulary.ts';
import type { Candidate } from '../synthesis/candidate.ts';
import type { CopiedEntry } from './copied-entry.ts';
import { IndexCopy } from './index-copy.ts';

it('A copy lets go of what removed entries said, and of nothing else', () => {
  const vocabulary = new Vocabulary();
  const entry = (id: string, terms: readonly string[]): CopiedEntry => {
    const numbered = vocabulary.keep(terms);
    const candidate = { id, terms, termText: ` ${terms.join(' ')} `, numbered, sessionId: null, position: null };
    return {
      id,
      nameTerms: [],
      tags: [],
      body: id,
      candidate: candidate as unknown as Candidate,
    } as unknown as CopiedEntry;
  };
  const copy = new IndexCopy();
  copy.put([entry('kept', ['rope', 'sail']), entry('removed', ['storm', 'mast']), entry('replaced', ['old', 'words'])]);
  copy.put([entry('replaced', ['new', 'words'])]);
  copy.remove(['removed']);
  const said = (): string[] => [...vocabulary.kept.subarray(0, 8)].map((number) => vocabulary.term(number));
  expect(said()).toEqual(['rope', 'sail', 'storm', 'mast', 'old', 'words', 'new', 'words']);
  copy.forgetRemoved();
  expect(said()).toEqual(['rope', 'sail', 'rope', 'rope', 'rope', 'rope', 'new', 'words']);
  expect([0, 1, 2, 3].map((number) => copy.at(number)?.id)).toEqual(['kept', undefined, undefined, 'replaced']);
});
