import { describe, expect, it } from '@jest/globals';

/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-call, @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-return --
   The scripts are plain JavaScript without types. */
const load = async (file: string): Promise<any> => import(new URL(file, import.meta.url).href); // eslint-disable-line @typescript-eslint/no-explicit-any
const { readBeam, readConversations, readLocomo } = await load('./read-conversations.mjs');

describe('Conversations', () => {
  it('of LoCoMo have dated turns, and questions with the turns that answer them', () => {
    const [read] = readLocomo([
      {
        sample_id: 'c1',
        conversation: {
          session_1_date_time: '1:56 pm on 8 May, 2023',
          session_1: [{ dia_id: 'D1:1', speaker: 'Ida', text: 'I bought a kite.', blip_caption: 'a red kite' }],
        },
        qa: [
          { question: 'What did Ida buy?', evidence: ['D1:1', 'D9:9'], category: 1 },
          { question: 'What did Ida sell?', evidence: [], category: 5 },
        ],
      },
    ]);
    expect(read.messages).toEqual([
      {
        id: 'D1:1',
        session: 'c1-session_1',
        at: '2023-05-08T00:00:00.000Z',
        speaker: 'Ida',
        text: 'I bought a kite. [image: a red kite]',
      },
    ]);
    expect(read.questions).toEqual([{ text: 'What did Ida buy?', gold: ['D1:1'] }]);
  });

  it('of BEAM have messages by session, and questions with the messages that answer them', () => {
    const batches = [
      { time_anchor: 'March-15-2024', turns: [[{ id: 0, role: 'user', content: 'I keep bees ->-> 1,2' }]] },
    ];
    const read = readBeam('7', batches, {
      knowledge_update: [{ question: 'What do I keep?', source_chat_ids: { original_info: [0], updated_info: [4] } }],
      abstention: [{ question: 'What do I sell?', source_chat_ids: [] }],
    });
    expect(read.messages).toEqual([
      { id: '0', session: '7-1', at: '2024-03-15T00:00:00.000Z', speaker: 'user', text: 'I keep bees' },
    ]);
    expect(read.questions.map(({ gold }: { gold: string[] }) => gold)).toEqual([['0'], []]);
  });

  it('are not read from a path that does not exist', () => {
    expect(() => readConversations('/no/such/path')).toThrow('No such file or folder');
  });
});
