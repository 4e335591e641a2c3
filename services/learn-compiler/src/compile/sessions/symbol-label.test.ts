import { describe, expect, it } from '@jest/globals';
import { actionWords, doWords, symbolLabel, symbolWords } from './symbol-label.ts';

describe('the words for a symbol', () => {
  it('are a tool’s name, or its words', () => {
    expect(symbolLabel('close_ticket')).toBe('close_ticket');
    expect(symbolWords('close_ticket')).toBe('close ticket');
    expect(doWords('close_ticket')).toBe('use close_ticket');
    expect(actionWords('close_ticket')).toBe('close ticket');
  });

  it('name kinds of files without wildcards', () => {
    expect(symbolLabel('edit *.ts')).toBe('edit .ts files');
    expect(actionWords('create test *.spec.ts')).toBe('create .spec.ts test files');
    expect(doWords('edit Makefile')).toBe('edit Makefile');
  });

  it('say that commands and tests are run, and what is done with pages', () => {
    expect(actionWords('$ git push')).toBe('run git push');
    expect(actionWords('test package tests')).toBe('run package tests');
    expect(symbolLabel('test CI')).toBe('test CI');
    expect(actionWords('browser open')).toBe('open in the browser');
  });
});
