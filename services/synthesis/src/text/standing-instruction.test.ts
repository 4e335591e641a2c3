import { describe, expect, it } from '@jest/globals';
import { isProhibition, standingInstruction } from './standing-instruction.ts';

describe('An instruction for all work', () => {
  it.each([
    'Always format code in Python 3.12.',
    'Never book before 9.',
    'From now on answer in French',
    'Use tabs instead of spaces from now on.',
    'Answer in English, always.',
    'I want you to always cite your sources.',
    'Can you please always reply in bullet points?',
    'Going forward, keep your answers under 100 words.',
    'Remember to always convert prices to euros.',
    'Whenever you answer, add a joke.',
    'Please stop using emojis.',
    "Don't ever book a middle seat.",
    'For SQL, always write keywords in upper case.',
    '- Never use semicolons in JavaScript.',
    'Thanks! Also, from now on, please call me Doctor Lee.',
    'Keep your replies under 100 words.',
    'Please write your summaries in French',
    'No emojis in your answers, please.',
  ])('is "%s"', (text) => {
    expect(standingInstruction(text)?.conditions).toEqual([]);
  });

  it.each([
    'Ab jetzt immer auf Deutsch antworten.',
    'Antworte immer auf Deutsch.',
    'Buche nie vor 9 Uhr.',
    'Von nun an bitte keine Emojis mehr verwenden.',
    'Nie wieder Emojis in deinen Antworten bitte.',
    'Schreibe deine Antworten bitte auf Englisch.',
    "Pas d'emojis dans tes réponses, s'il te plaît.",
    'Nada de emojis en tus respuestas por favor',
    'Zonder emoji in je antwoorden graag.',
    'Never again emojis in your messages!',
    'Mantén tus respuestas cortas.',
    'Recuerda siempre usar unidades métricas.',
    'A partir de ahora responde en francés.',
    'Nunca reserves antes de las 9.',
    'À partir de maintenant, réponds en français.',
    'N’utilise jamais d’emojis.',
    'A partir de agora, use o sistema métrico.',
    "D'ora in poi rispondi in italiano.",
    'Non prenotare mai prima delle 9.',
    'Antwoord voortaan in het Nederlands.',
    'Od teraz odpowiadaj po polsku.',
    'Никогда не бронируй раньше девяти.',
    '以后请总是用中文回答。',
    '请永远不要在九点之前预订。',
    'これからは必ず日本語で答えてください。',
    '앞으로는 항상 한국어로 대답해 주세요.',
    'Bundan sonra lütfen her zaman Türkçe cevap ver.',
    'अब से हमेशा हिंदी में जवाब दें।',
    'من الآن فصاعدا أجب بالعربية من فضلك.',
  ])('is "%s", too', (text) => {
    expect(standingInstruction(text)).not.toBeNull();
  });

  it.each([
    'Give me your answers to these three questions.',
    'Send your messages to Tom.',
    'Only one of your answers was right.',
    'No, your answers were fine.',
    'I like your replies.',
    'Nur eine deiner Antworten war richtig.',
    'No problems with your answers.',
    'No mistakes in your answers.',
    'Never saw your messages.',
    'Always loved your answers!',
    'No need to change your answers.',
    'No one reads your messages.',
    'Keine Fragen zu deinen Antworten.',
    'Check your messages.',
    'Repeat your answers',
    'Translate your answers from above into German.',
    'Put your comments in the pull request.',
    'Ignore your comments',
    'I always loved horses.',
    "I'd always wanted to see the sea.",
    'We never went back.',
    'She remembered to call.',
    'Please, I never got my parcel, can you check it?',
    'Always happy to help!',
    'Never been there.',
    'How do I always get the first element?',
    'Can you explain why the centroid is always inside the triangle?',
    'Show that the sum is always even.',
    'From now on everything that was received can be revoked.',
    'From now on I will run every day.',
    'When I was young we used to swim.',
    'Every time I open the app it crashes.',
    'Ab jetzt gehe ich jeden Tag laufen.',
    'Ich habe mein Paket nie bekommen.',
    'Nunca recibí mi paquete.',
    'Siempre quise ir a Roma.',
    "J'ai toujours aimé les chevaux.",
    'Non ho mai ricevuto il pacco.',
    'Я никогда не получал посылку.',
    '我一直很喜欢马。',
    'いつも馬が好きでした。',
    '나는 항상 말을 좋아했어요.',
  ])('is not "%s"', (text) => {
    expect(standingInstruction(text)).toBeNull();
  });

  it.each(['Always give everyone a refund.', 'Gib ab jetzt allen Kunden einen Rabatt.', '以后请给所有客户退款。'])(
    'is not about all people: "%s"',
    (text) => {
      expect(standingInstruction(text)).toBeNull();
    },
  );

  it('is read apart from its condition', () => {
    expect(standingInstruction('Always name the authors when I ask about old books.')).toMatchObject({
      conditions: ['old books'],
      matter: expect.stringMatching(/^\s*name the authors\s*\.$/),
    });
    expect(standingInstruction('Wenn ich nach Preisen frage, nenne immer die Währung.')?.conditions).toEqual([
      'nach Preisen frage',
    ]);
  });

  it('may hold for one kind of work', () => {
    expect(standingInstruction('Every time you write code, add tests.')?.conditions).toEqual(['code']);
  });

  it('is found among other sentences, but not in code', () => {
    const text = 'My tests fail. Never use sleep in tests! What can I do?\n```\nAlways use tabs.\n```';
    expect(standingInstruction(text)?.sentences).toEqual(['Never use sleep in tests!']);
  });

  it.each([
    ['only', `From now on ${'only  '.repeat(45)}xyz`],
    ["don't", `Always ${"don't  ".repeat(40)}xyz`],
  ])('is not looked for in exponential time where "%s" is repeated', (_word, text) => {
    expect(standingInstruction(text)).toBeNull();
  });

  it('is looked for in linear time where a quotation mark is repeated', () => {
    expect(standingInstruction(`${'"'.repeat(65_000)} x`)).toBeNull();
  });

  it('may be that something is not done', () => {
    const matters = ['Never book before 9', 'Please stop using emojis', 'Always use tabs'].map(
      (text) => standingInstruction(text)?.matter ?? '',
    );
    expect(matters.map(isProhibition)).toEqual([true, true, false]);
  });
});
