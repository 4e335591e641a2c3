import { expect, it } from '@jest/globals';
import { unknownProgramLine, unknownProgram } from './unknown-program.ts';

it.each([
  ['/bin/sh: 1: birdc: not found', 'birdc'],
  ['bash: line 12: birdc: command not found', 'birdc'],
  ['birdc: command not found', 'birdc'],
  ['zsh: command not found: birdc', 'birdc'],
  ['bash: birdc: Kommando nicht gefunden.', 'birdc'],
  ["'birdc' is not recognized as an internal or external command,", 'birdc'],
  ['sh: birdc: not found', 'birdc'],
  ['./configure: 12: birdc: not found', 'birdc'],
  ['The birds were not found', null],
  ['Error: not found', null],
  ['HttpError: Not Found', null],
  ['404: Not Found', null],
  ['Error: user: not found', null],
  ['bash: line 1: type: birdc: not found', null],
  ['birdc: the nest was not found', null],
])('The program that a shell does not know in "%s" is %s', (line, program) => {
  expect(unknownProgram(line)).toBe(program);
});

it('What a memory says of an unknown program names it', () => {
  expect(unknownProgram(unknownProgramLine('birdc'))).toBe('birdc');
});
