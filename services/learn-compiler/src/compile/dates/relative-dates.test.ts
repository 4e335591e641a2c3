import { describe, expect, it } from '@jest/globals';
import { resolveRelativeDates } from './relative-dates.ts';

/** A Wednesday. */
const SAID = '2026-05-06T10:00:00Z';

describe('A relative date', () => {
  it.each([
    ['The boat leaves in three days.', '9 May 2026'],
    ['They come the day after tomorrow.', '8 May 2026'],
    ['It happened two days ago.', '4 May 2026'],
    ['Das Schiff fährt in drei Tagen.', '9 May 2026'],
    ['Sie kommen übermorgen zu uns.', '8 May 2026'],
    ['Das war vor zwei Wochen.', 'week of 22 April 2026'],
    ['Die Prüfung ist nächsten Freitag.', '8 May 2026'],
    ['Wir fahren morgen ans Meer.', '7 May 2026'],
    ['El barco sale dentro de tres días.', '9 May 2026'],
    ['Eso fue hace dos días.', '4 May 2026'],
    ['Vienen pasado mañana a casa.', '8 May 2026'],
    ['Nos vemos el viernes que viene.', '8 May 2026'],
    ['Le bateau part dans trois jours.', '9 May 2026'],
    ['Ils arrivent après-demain.', '8 May 2026'],
    ['C’était il y a un mois.', 'April 2026'],
    ['On se voit la semaine prochaine.', 'week of 13 May 2026'],
    ['La nave parte tra tre giorni.', '9 May 2026'],
    ['È successo due giorni fa.', '4 May 2026'],
    ['Arrivano dopodomani con il treno.', '8 May 2026'],
    ['O barco parte daqui a três dias.', '9 May 2026'],
    ['Isso foi há dois anos.', '2024'],
    ['Eles chegam depois de amanhã.', '8 May 2026'],
    ['De boot vertrekt over drie dagen.', '9 May 2026'],
    ['Dat was twee dagen geleden.', '4 May 2026'],
    ['Ze komen overmorgen bij ons.', '8 May 2026'],
    ['Они приедут послезавтра.', '8 May 2026'],
    ['船三天后出发。', '9 May 2026'],
    ['他们后天到。', '8 May 2026'],
    ['那是十二天前的事。', '24 April 2026'],
    ['下周三去看牙医。', '13 May 2026'],
    ['我们下个月搬家。', 'June 2026'],
    ['船は三日後に出ます。', '9 May 2026'],
    ['明後日に来ます。', '8 May 2026'],
    ['2週間前に買いました。', 'week of 22 April 2026'],
    ['来月引っ越します。', 'June 2026'],
    ['배는 사흘이 아니라 3일 후에 떠나요.', '9 May 2026'],
    ['친구가 모레 와요.', '8 May 2026'],
  ])('of %j is %s', (text, date) => {
    expect(resolveRelativeDates(text, SAID)).toEqual([date]);
  });

  it.each([
    'Guten Morgen, wie geht es dir?',
    'Ich jogge jeden Morgen vor der Arbeit.',
    'Trabajo por la mañana en la oficina.',
    'Le lundi, je vais à la piscine.',
    'I go swimming on Mondays.',
    '我有三天假。',
  ])('is not in %j', (text) => {
    expect(resolveRelativeDates(text, SAID)).toEqual([]);
  });

  it('keeps its phrase where there are several', () => {
    expect(resolveRelativeDates('Gestern war ich krank, aber morgen arbeite ich wieder.', SAID)).toEqual([
      'Gestern = 5 May 2026',
      'morgen = 7 May 2026',
    ]);
  });
});
