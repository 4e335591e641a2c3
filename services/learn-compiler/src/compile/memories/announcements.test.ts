import { describe, expect, it } from '@jest/globals';
import { writtenEvent } from '../../../test/sessions-fixture.ts';
import { isAnnouncement } from './announcements.ts';
import { messageMemories } from './message-memories.ts';

describe('an announcement', () => {
  it.each([
    'Let me look at the file first.',
    'Great! Now let me run the tests again to see if they pass:',
    "I'll now check the order for you. One moment, please.",
    'First, I will review the reservation details.',
    "I'm going to verify that the nest is empty...",
    'Lass mich zuerst die Datei ansehen.',
    'Ich schaue mir jetzt die Bestellung an.',
    'Déjame revisar el pedido primero.',
    'Je vais d’abord vérifier la commande.',
    'Fammi controllare prima il file.',
    'Vou verificar o pedido agora.',
    'Laat me eerst de bestelling controleren.',
    '让我先看看这个文件。',
    'まずファイルを確認します。',
    '먼저 파일을 확인하겠습니다.',
  ])('is %j', (text) => {
    expect(isAnnouncement(text)).toBe(true);
  });

  it.each([
    'The key is under the mat.',
    'Let me look at the file first. The key is under the mat.',
    'Let me know which colour you like.',
    'Let me check the order W1.',
    'Let me check with Ida.',
    'Let me read http.log first.',
    'Let me run `make nests`.',
    'Let me check why the build fails on the server.',
    'Let me run the tests without the cache.',
    'Let me run the script that uses the old key.',
    'Let me check: the order was shipped.',
    'I will check the stock tomorrow.',
    'I will send you another lamp.',
    "I'll never run the tests on the server.",
    "Let's use the blue lamp.",
    'Thanks a lot!',
    'Lass mich die Datei ansehen, weil der Test scheitert.',
    'Ich prüfe den Vorrat morgen.',
    'Voy a revisar el pedido mañana.',
    'Je vais vérifier la commande avec le magasin.',
    '鍵は机の上です。',
  ])('is not %j', (text) => {
    expect(isAnnouncement(text)).toBe(false);
  });

  it('is no memory of a program, but one of a person', () => {
    const memories = (role: string) =>
      messageMemories(writtenEvent('message', { role, content: 'Let me look at the file first.' }), () => undefined);
    expect(memories('assistant')).toEqual([]);
    expect(memories('user')).toHaveLength(1);
    expect(memories('Ida')).toHaveLength(1);
  });

  it.each(['now ', 'let me ', 'let me now ', 'lass mich ', 'ik ga ', '让我', 'まず', '먼저 '])(
    'is recognized in linear time where %j is repeated',
    (piece) => {
      expect(isAnnouncement(`${piece.repeat(60_000)}x4`)).toBe(false);
      expect(isAnnouncement(piece.repeat(60))).toBe(false);
    },
  );
});
