import { describe, expect, it } from '@jest/globals';
import { errorLine, firstWords } from './error-line.ts';

describe('The line of an error', () => {
  it.each([
    [
      'is the exception of a traceback',
      'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\n    import birds\nModuleNotFoundError: No module named \'birds\'',
      "ModuleNotFoundError: No module named 'birds'",
    ],
    [
      'is the last exception of a chain',
      'Traceback (most recent call last):\n  File "a.py"\nKeyError: 1\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File "b.py"\nbirds.NestError: empty nest',
      'birds.NestError: empty nest',
    ],
    [
      'has no mark of a test runner',
      'E   AssertionError: nest is empty\n1 failed in 0.1s',
      'AssertionError: nest is empty',
    ],
    [
      'is the one with a code',
      'Build failed in 3.2s\nsrc/nest.ts(4,1): error TS9999: Nest is not round.\nFound 1 error.',
      'src/nest.ts(4,1): error TS9999: Nest is not round.',
    ],
    [
      'joins a code with what explains it',
      'npm error code E418\nnpm error 418 I am a teapot\nnpm error A complete log of this run can be found in: /x',
      'npm error code E418: 418 I am a teapot',
    ],
    [
      'joins what a colon announces',
      'ActiveNest::EmptyError:\n  Eggs are missing.',
      'ActiveNest::EmptyError: Eggs are missing.',
    ],
    [
      'has the code that another line states',
      "Error: Cannot find nest 'a'\n    at load (nest.js:1)\n  code: 'NEST_NOT_FOUND',",
      "Error: Cannot find nest 'a' (NEST_NOT_FOUND)",
    ],
    ['says an unknown program in the same words', '/bin/sh: 3: birdc: not found', 'birdc: command not found'],
    ['says it in any language', 'bash: birdc: Kommando nicht gefunden.', 'birdc: command not found'],
    ['is no bare word and no count', 'FAILED\n2 errors\nThe nest could not be opened', 'The nest could not be opened'],
    ['is no line of a diff', '< cannot fly\n> can fly\nfatal: nests differ', 'fatal: nests differ'],
    ['may be German', 'Lade Nest …\nFehler: Nest nicht gefunden\nfertig', 'Fehler: Nest nicht gefunden'],
    ['may be French', 'Erreur : nid introuvable', 'Erreur : nid introuvable'],
    ['may be Japanese', '読み込み中\nエラー: 巣が見つかりません', 'エラー: 巣が見つかりません'],
    ['has no colours of a terminal', '\u001b[31merror\u001b[0m: nest is closed', 'error: nest is closed'],
  ])('%s', (_rule, text, line) => {
    expect(errorLine(text)).toBe(line);
  });

  it('is empty if nothing says what went wrong, and then the first words stand for it', () => {
    expect(errorLine('one\ntwo')).toBe('');
    expect(firstWords('----\nthree eggs\n')).toBe('three eggs');
    expect(errorLine('')).toBe('');
  });

  it('is found in a long text', () => {
    expect(errorLine(`${'bird song\n'.repeat(30_000)}fatal: the nest fell`)).toBe('fatal: the nest fell');
    for (const text of ['Error.'.repeat(40_000), 'a.A'.repeat(80_000), ': '.repeat(120_000), '\n \n'.repeat(80_000)])
      expect(errorLine(text).length).toBeLessThanOrEqual(600);
  });
});
