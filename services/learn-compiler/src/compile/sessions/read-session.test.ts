import { describe, expect, it } from '@jest/globals';
import { used, writtenSessions } from '../../../test/sessions-fixture.ts';
import { readSession } from './read-session.ts';

describe('A session', () => {
  it('is of files if it changes some or runs commands, and not if it only writes a text', () => {
    const sessions = writtenSessions([
      used('edit', { file_path: 'src/mill.ts', old_string: 'sail', new_string: 'blade' }, 'ok'),
      [['file_edit', { path: 'src/mill.ts', content: 'blade' }]],
      [['command_exec', { command: 'make mill', exitCode: 0 }]],
      used('attach_file', { path: 'uploads/mill.pdf', content: 'the mill' }, 'ok'),
      used('get_user', { user_id: 'mei_8020' }, { name: 'Mei' }),
    ]);
    expect(sessions.map((session) => readSession(session).isOfFiles)).toEqual([true, true, true, false, false]);
  });
});
