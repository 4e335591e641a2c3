import { describe, expect, it } from '@jest/globals';
import { toolCommand } from './tool-command.ts';

describe('A tool call', () => {
  it('carries a command as a text or as a list of words', () => {
    expect(toolCommand('Bash', { command: 'npm test', timeout: 5 })).toBe('npm test');
    expect(toolCommand('shell', { command: ['bash', '-lc', 'npm test | tail'] })).toBe('npm test | tail');
    expect(toolCommand('container.exec', { cmd: ['git', 'commit', '-m', "it's done"] })).toBe(
      "git commit -m 'it'\\''s done'",
    );
    expect(toolCommand('run_terminal_cmd', 'make')).toBe('make');
  });

  it('carries a command whatever the tool is called', () => {
    expect(toolCommand('frobnicate', { command: 'make all' })).toBe('make all');
    expect(toolCommand(null, { cmd: 'make all' })).toBe('make all');
  });

  it('carries none if the word is a verb of an editor or of something else', () => {
    expect(toolCommand('str_replace_editor', { command: 'view', path: 'a.ts' })).toBeNull();
    expect(toolCommand('robot', { command: 'stop' })).toBeNull();
    expect(toolCommand('get_order', { order_id: '1' })).toBeNull();
    expect(toolCommand('write_play', { script: 'to be or not' })).toBeNull();
  });
});
