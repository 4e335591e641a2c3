import { describe, expect, it } from '@jest/globals';
import { messageKind } from './message-kind.ts';
import { isSideText, type Speaker } from './side-text.ts';

const isSide = (text: string, speaker: Speaker): boolean => isSideText(text, speaker, messageKind(text));

describe('a side text', () => {
  it.each<[Speaker, string]>([
    ['person', 'What did you paint last week?'],
    ['person', 'Wow, Ida, that harbour looks amazing! Did you go there with your kids?'],
    ['person', 'Great! Which colours does the museum in Lima sell?'],
    ['person', 'Wow, your painting looks amazing! Great work with the colours!'],
    ['person', "I'm so glad you had a good time with your students. You deserve it!"],
    ['person', 'Awww! How long have you had them?'],
    ['person', 'Tom, thanks for sharing the recipe! Talk to you soon.'],
    ['person', 'That looks like fun! What else do you do there? [image: two boats]'],
    ['person', "We grow when we leave our comfort zone. Let's keep going, step by step!"],
    ['person', 'Trust the process, Ida. Small steps lead to big changes!'],
    ['person', 'I have faith in your decision. You got this!'],
    ['person', 'Must have been quite a climb! What did you see up there?'],
    ['person', 'Nice job with the harbour painting!'],
    ['person', 'No problem, Tom. You never know what a small gesture can change.'],
    ['person', 'Ha, ha! You too!'],
    ['person', 'No worries! Always here to help.'],
    ['person', "I'm so happy that it motivates you! <3"],
    ['person', 'Zusammen sind wir stark, und kleine Schritte führen zum Ziel!'],
    ['person', 'Cada paso cuenta, y los errores son oportunidades.'],
    ['person', 'Was hast du am Wochenende gemalt?'],
    ['person', '¡Qué bonito! ¿Cuánto tiempo llevas pintando?'],
    ['person', 'Bravo ! Tu as peint ça quand ?'],
    ['person', '真棒！你画了多久？'],
    ['person', 'すごいですね！いつ描いたんですか？'],
    ['user', 'What is the capital of Peru?'],
    ['user', 'Wie heißt die Hauptstadt von Peru?'],
    ['user', '秘鲁的首都是哪里？'],
    ['program', 'Would you like me to send it to you?'],
  ])('of a %s is %j', (speaker, text) => {
    expect(isSide(text, speaker)).toBe(true);
  });

  it.each<[Speaker, string]>([
    ['person', 'Wow, your painting looks amazing! I paint harbours.'],
    ['person', 'Did I say that I moved to the coast?'],
    ['person', 'I love coconut milk.'],
    ['person', 'Thanks! It took us 3 hours.'],
    ['person', 'Yes, Lima.'],
    ['person', 'Take a look! [image: two boats]'],
    ['person', 'My sister is so proud of you!'],
    ['person', 'I find balance in small steps.'],
    ['person', 'We were lonely and scared at the beginning.'],
    ['person', 'I got this amazing deal with a shoe company last week!'],
    ['person', 'Must be the room next to Lima.'],
    ['person', 'Your meeting moved to the big room.'],
    ['person', 'Weißt du schon, dass ich jetzt am Hafen arbeite?'],
    ['user', 'Can you help me fix this SQL? I use Postgres 15.'],
    ['user', 'Can you find a vegan restaurant for the birthday of my mother?'],
    ['user', 'Why does the build fail in src/app.ts?'],
    ['user', 'Kannst du mir ein Hotel am Hafen suchen?'],
    ['user', '你能帮我改一下我的简历吗？'],
    ['program', 'Your application was approved. Is there anything else?'],
    ['program', 'Should order 4471 be cancelled?'],
  ])('of a %s is not %j', (speaker, text) => {
    expect(isSide(text, speaker)).toBe(false);
  });

  it.each(['嗯', '哈哈', 'ㅋ', '하', 'そうですね', '素晴らしいですね', ' ', ' - ', 'Ida, ', '[a: ', 'glad so '])(
    'is recognized in linear time where %j is repeated',
    (piece) => {
      expect(isSide(`${piece.repeat(60_000)}x4`, 'person')).toBe(false);
    },
  );

  it('is recognized in linear time in a question that repeats a word for who speaks', () => {
    expect(isSide(`${'I '.repeat(60_000)}?`, 'person')).toBe(true);
  });
});
