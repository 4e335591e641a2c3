import { describe, expect, it } from '@jest/globals';
import { readEdits } from './read-edits.ts';

describe('An edit', () => {
  it('has the lines that differ between the old and the new text', () => {
    expect(readEdits({ file_path: 'a.ts', old_string: 'one\ntwo', new_string: 'one\nthree' })).toEqual([
      { path: 'a.ts', lines: '- two\n+ three' },
    ]);
  });

  it('has the changed lines of a patch', () => {
    const patch = '*** Begin Patch\n*** Update File: a.py\n@@\n def f():\n-  pass\n+  return 1\n*** End Patch';
    expect(readEdits({ input: patch })).toEqual([{ path: 'a.py', lines: '-  pass\n+  return 1' }]);
    expect(readEdits({ path: 'b.py', diff: '--- b.py\n+++ b.py\n@@ -1 +1 @@\n-a\n+b' })).toEqual([
      { path: 'b.py', lines: '-a\n+b' },
    ]);
  });

  it('has the start of a new text, within bounds', () => {
    const [edit] = readEdits({ path: 'a.txt', content: 'line of text\n'.repeat(10_000) });
    expect(edit?.lines.length).toBeLessThanOrEqual(400);
  });

  it('is none if only a file is named', () => {
    expect(readEdits({ file_path: 'a.ts', limit: 10 })).toEqual([]);
    expect(readEdits({ order_id: '1' })).toEqual([]);
  });
});
