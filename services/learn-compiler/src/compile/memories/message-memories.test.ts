import { describe, expect, it } from '@jest/globals';
import { writtenEvent } from '../../../test/sessions-fixture.ts';
import type { ClaimedEvent } from '@strata/contracts/calls/ingest';
import { messageKind } from './message-kind.ts';
import { messageMemories } from './message-memories.ts';
import { isSmallTalk } from './small-talk.ts';
import { PART_LIMIT, splitText } from './split-text.ts';

const remember = (payload: unknown, more: Partial<ClaimedEvent> = {}) =>
  messageMemories(writtenEvent('message', payload, more), () => undefined);
const dated = { occurredAt: '2024-03-06T10:00:00Z', occurredAtGiven: true } as const;

describe('memories of messages', () => {
  it('keep the original words, with the speaker', () => {
    expect(remember({ role: 'Ana', content: 'My sister  moved to Porto.' })).toMatchObject([
      { speaker: 'Ana', body: 'My sister  moved to Porto.', content: 'Ana: My sister  moved to Porto.', kind: 'fact' },
    ]);
  });

  it('have dates, and resolve relative dates, only if the client sent the time', () => {
    expect(remember({ speaker: 'Ana', text: 'I ran a race yesterday' }, dated)[0]?.content).toBe(
      '[6 March 2024] Ana: I ran a race yesterday (5 March 2024)',
    );
    expect(remember({ speaker: 'Ana', text: 'I ran a race yesterday' })[0]?.content).toBe(
      'Ana: I ran a race yesterday',
    );
  });

  it('resolve no dates of what a program says', () => {
    expect(remember({ role: 'assistant', content: 'I will be back tomorrow.' }, dated)[0]?.dates).toEqual([]);
  });

  it.each([
    ['We met last Friday', '1 March 2024'],
    ['The trip is next month', 'April 2024'],
    ['It was two weeks ago', 'week of 21 February 2024'],
    ['I started last year', '2023'],
  ])('resolve the date in %j', (text, resolved) => {
    expect(remember({ role: 'user', content: text }, dated)[0]?.content).toContain(`(${resolved})`);
  });

  it.each([
    'The standup is every Monday',
    'Call me on Tuesday mornings',
    'in May 2021 it rained',
    'on 3 June 2022 we met',
    'the last page is missing',
    'May I open the window?',
  ])('add no date to %j', (text) => {
    expect(remember({ role: 'user', content: text }, dated)[0]?.dates).toEqual([]);
  });

  it('have one key for equal words of one speaker, and different keys for different speakers or resolved dates', () => {
    const key = (speaker: string, text: string, more: Partial<ClaimedEvent> = {}) =>
      remember({ role: speaker, content: text }, more)[0]?.key;
    expect(key('Ana', 'I like tea.')).toBe(
      key('Ana', 'i like  tea', { id: 'other', sessionId: 'other', occurredAt: '2025-01-01T00:00:00Z' }),
    );
    expect(key('Ana', 'I like tea.')).not.toBe(key('Ben', 'I like tea.'));
    expect(key('Ana', 'I ran yesterday', dated)).not.toBe(
      key('Ana', 'I ran yesterday', { ...dated, occurredAt: '2024-03-09T10:00:00Z' }),
    );
  });

  it('mark bare questions, which are kept beside them, and no long texts', () => {
    const marks = (role: string, content: string) => remember({ role, content }).map(({ isSideText }) => isSideText);
    expect(marks('Ana', 'What did you paint?')).toEqual([true]);
    expect(marks('Ana', 'I painted the harbour.')).toEqual([undefined]);
    const long = 'Plan the week before it begins. '.repeat(40);
    for (const role of ['assistant', 'user']) expect(marks(role, long)).toEqual([undefined, undefined]);
  });

  it('leave out system instructions', () => {
    expect(remember({ role: 'system', content: 'You are an agent of a shop.' })).toEqual([]);
  });

  it('include the tool blocks of a message', () => {
    expect(
      remember({ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'three rows changed' }] }),
    ).toMatchObject([{ kind: 'finding', body: 'result returned: three rows changed' }]);
  });
});

describe('small talk', () => {
  it.each([
    'Hi!',
    'Thanks so much!',
    'Bye, take care!',
    'Ok, sounds good.',
    '👍',
    'Hi, how was it?',
    'Wow, that is great! You must be so proud.',
    'Thanks, Ida! Your support means a lot to me.',
    'Vielen Dank, das hilft mir sehr!',
    'Schönen Abend noch!',
    '¡Muchas gracias, hasta luego!',
    'Merci beaucoup, bonne soirée !',
    'Grazie mille, a presto!',
    'Muito obrigado, até logo!',
    'Dank je wel, tot straks!',
    '谢谢你，太好了！',
    'ありがとうございます。いいですね！',
    '감사합니다. 안녕히 계세요!',
  ])('is %j', (text) => {
    expect(isSmallTalk(text)).toBe(true);
  });

  it.each([
    'Thanks, Porto was great',
    'Yes, at 5',
    'Yes, Lima.',
    'No, I do not.',
    'Nope, never been there.',
    'Both.',
    'Lima!',
    'In Lima.',
    'No milk',
    'The code is {x}',
    'Never push.',
    'Danke, der Schlüssel liegt unter der Matte.',
    'Gracias, vivo cerca del puerto.',
    '谢谢，钥匙在桌子上。',
    'ありがとう、鍵は机の上です。',
  ])('is not %j', (text) => {
    expect(isSmallTalk(text)).toBe(false);
  });
});
describe('kinds', () => {
  it.each([
    ['I prefer window seats', 'preference'],
    ['We decided to use Postgres', 'decision'],
    ["I'm going to move in June", 'plan'],
    ['Could you cancel my order?', 'request'],
    ['How was the concert?', 'question'],
    ['My name is Ana', 'fact'],
    ['It rained all day', 'statement'],
    ['Can’t wait, it is going to be a long week with the painters', 'statement'],
    ['I wanted to be a pilot as a child', 'statement'],
    ['Ich mag keinen Koriander', 'preference'],
    ['Prefiero el té verde', 'preference'],
    ['J’aime les chats de ma tante', 'preference'],
    ['我喜欢喝茶', 'preference'],
    ['紅茶が好きです', 'preference'],
    ['Wir haben uns für den blauen Lack entschieden', 'decision'],
    ['Nous allons repeindre le salon', 'plan'],
    ['鍵はどこですか？', 'question'],
  ])('of %j is %s', (text, kind) => {
    expect(messageKind(text)).toBe(kind);
  });
});

describe('long messages', () => {
  it('are split at paragraphs, then sentences, without losing a word', () => {
    const sentence = 'The quick brown fox jumps over the lazy dog near the old river bank. ';
    const text = `${sentence.repeat(15)}\n\n${sentence.repeat(4)}\n\nA short end.`;
    const parts = splitText(text);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.every((part) => part.length <= PART_LIMIT)).toBe(true);
    expect(parts.slice(0, -1).every((part) => part.endsWith('.'))).toBe(true);
    expect(parts.join(' ').split(/\s+/)).toEqual(text.trim().split(/\s+/));
  });

  it('are kept whole, however long', () => {
    const words = Array.from({ length: 12_000 }, (_, i) => `word${String(i)}`);
    const parts = remember({ role: 'user', content: words.join(' ') });
    expect(parts.flatMap(({ body }) => body.split(' '))).toEqual(words);
    expect(parts.length).toBeLessThanOrEqual(64);
  });

  it('are cut elsewhere only without such a boundary, and never within a character', () => {
    const parts = splitText('😀'.repeat(1500));
    expect(parts.join('')).toBe('😀'.repeat(1500));
    expect(parts.every((part) => part.length <= PART_LIMIT && !/^[\uDC00-\uDFFF]/.test(part))).toBe(true);
  });
});
