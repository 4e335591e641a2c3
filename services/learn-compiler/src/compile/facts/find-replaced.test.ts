import { describe, expect, it, test } from '@jest/globals';
import { findReplaced as findIn, type SaidClaim } from './find-replaced.ts';
import { readClaim, readRepeated } from './read-claim.ts';
import { toCompare } from './replaces.ts';
import { WordTable } from './word-table.ts';

const table = new WordTable();
const findReplaced = (said: readonly SaidClaim[]) => findIn(said, table);

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.UTC(2026, 0, 1);

/** What one person says on successive days; the memories are named 0, 1, 2 … */
const saidBy = (texts: readonly string[], over: Partial<SaidClaim>[] = [], read = [readClaim]): SaidClaim[] =>
  texts.flatMap((text, day) => {
    const claim = (read[day] ?? readClaim)(text);
    if (claim === null) return [];
    const at = new Date(FIRST_DAY + day * DAY_MS).toISOString();
    return [
      {
        memoryId: String(day),
        firstAt: at,
        at,
        seq: day,
        claim: toCompare(claim, table),
        identifiers: [],
        ...over[day],
      },
    ];
  });

/** What a person states, what a program answers, and what the person states later. */
const conversation = (older: string, repeated: string, newer: string): SaidClaim[] =>
  saidBy([older, repeated, newer], [], [readClaim, readRepeated]);

const replacedIn = (...texts: string[]) => Object.fromEntries(findReplaced(saidBy(texts)));

describe('A newer claim', () => {
  test.each([
    ['en', 'My favourite colour is blue.', 'Actually my favourite colour is green.'],
    ['de', 'Mein Lieblingsessen ist Pizza.', 'Mein Lieblingsessen ist jetzt Sushi.'],
    ['en', "I'm based in Ghent at the moment.", 'Big news: we relocated to Antwerp, the boxes are unpacked.'],
    ['en', 'My employer is Fabrikam.', 'Tailspin is my employer as of this week.'],
    ['en', 'I ride a red Trek to the office.', 'I ride a green Cube to the office these days.'],
    ['en', 'Our vet is Dr. Lindqvist.', 'Our new vet is Dr. Okoye, she is closer.'],
    ['en', 'I drink my tea with sugar.', 'No more sugar in my tea, honey only.'],
    ['en', 'Give me distances in miles.', 'From now on give me distances in kilometres.'],
    ['en', 'The meeting id is 4471.', 'Oops, the meeting id is 4417.'],
    ['en', 'The contractor is called Petersen.', 'I misspelled the contractor, it is Pedersen.'],
    ['en', 'My train goes from platform 4.', 'No, platform 7 is right for my train.'],
    ['en', 'My salary is 3200 a month.', 'I got a raise, my salary is 3500 a month.'],
    ['en', 'We have 120 customers on the basic plan.', 'We have 140 customers on the basic plan.'],
    ['en', 'The heap of the indexer is limited to 2 GB.', 'The heap of the indexer is limited to 6 GB.'],
    ['en', 'We own a cat, Minka.', "Minka ran away, we don't have a cat any more."],
    ['en', 'I avoid gluten.', 'The test was wrong, I no longer avoid gluten.'],
    ['en', 'I run every morning before work.', 'I gave up running, my knee hurts.'],
    ['en', 'The plumber comes on Tuesday at 10.', 'The plumber comes on Friday at 8 instead.'],
    ['en', 'Our party is on 5 July.', 'The party has been put off to 12 July.'],
    ['en', 'The concert is on 8 May.', 'They called off the concert.'],
    ['en', 'The wiki runs on host alpha.', 'The wiki runs on host omega since the migration.'],
    ['en', 'Marta leads the billing team.', 'Jules leads the billing team now.'],
    ['de', 'Ich arbeite bei Hausmann als Buchhalterin.', 'Seit Montag arbeite ich bei Brenner.'],
    ['de', 'Meine Miete beträgt 800 Euro.', 'Die Miete ist auf 860 Euro gestiegen.'],
    [
      'de',
      'Meine Schwester heißt Lotte mit Nachnamen Kern.',
      'Ich meinte Korn, der Nachname meiner Schwester ist Korn.',
    ],
    ['de', 'Ich trinke Kaffee mit Milch.', 'Kaffee trinke ich inzwischen schwarz.'],
    ['es', 'Trabajo en Lumbre como contable.', 'Ahora trabajo en Brisa.'],
    ['es', 'La cita con el dentista es el 4 de mayo.', 'Han aplazado la cita con el dentista al 11 de mayo.'],
    ['es', 'Soy vegetariana.', 'Ya no soy vegetariana, como pescado.'],
    ['fr', 'Je travaille chez Lambert.', 'Depuis lundi, je travaille chez Morin.'],
    ['fr', 'Mon loyer est de 650 euros.', 'Mon loyer est passé à 700 euros.'],
    ['fr', 'Je bois mon thé avec du lait.', 'Je bois désormais mon thé sans lait, avec du citron.'],
    ['zh', '我在蓝海公司工作。', '我上个月换工作了，现在在星辰公司上班。'],
    ['zh', '我的牙医预约是三月五日。', '牙医预约推迟到三月九日。'],
    ['zh', '我吃素。', '我不再吃素了，开始吃肉。'],
    ['ja', '私は青空商事で働いています。', '転職して、今は白雲工業で働いています。'],
    ['ja', '会議は五月十日です。', '会議は五月十七日に変更になりました。'],
    ['ja', '私は猫を飼っています。', '猫はもう飼っていません。'],
    ['en', 'I take the number 14 bus to work.', 'I cycle to work these days, no bus any more.'],
    ['en', 'My landlord is Mr. Novak.', 'The flat was sold, my landlord is Mrs. Pratt now.'],
    ['en', 'My daughter is in third grade.', 'My daughter is in fourth grade since Monday.'],
    [
      'en',
      'I pay for the Basic tier of the streaming service.',
      'I upgraded to the Family tier of the streaming service.',
    ],
    ['en', 'I use a Pixel as my phone.', 'My Pixel broke, I use an iPhone as my phone now.'],
    ['en', 'The standup is at 9:30.', 'The standup was moved to 10:15.'],
    ['en', 'The API key rotates every 30 days.', 'The API key rotates every 60 days.'],
    ['en', 'Max disk quota is 5 GB per user.', 'The disk quota went up to 8 GB per user.'],
    ['en', 'I hate olives.', 'I actually enjoy olives now.'],
    ['en', 'My passport number is X5512.', 'That was wrong, my passport number is X5521.'],
    ['en', 'The guest room is on the second floor.', 'Correction, the guest room is on the third floor.'],
    ['en', 'My nephew is called Timo.', 'I mistyped, my nephew is called Tino.'],
    ['en', 'I have a subscription to the Gazette.', 'I cancelled my subscription to the Gazette.'],
    ['en', 'I wear contact lenses.', "I don't wear contact lenses any longer, my eyes were lasered."],
    ['en', 'The wedding is on 6 June in Bath.', 'The wedding had to be postponed to 12 September.'],
    ['en', 'The plumber is coming on Thursday.', 'The plumber cannot come on Thursday, he comes on Saturday.'],
    ['en', 'Dana is the release manager.', 'Kofi took over as release manager.'],
    ['en', 'Invoices go to billing@old.example.', 'Invoices go to accounts@new.example from March.'],
    ['en', 'We deploy on Fridays.', 'We agreed to deploy on Tuesdays instead of Fridays.'],
    ['de', 'Mein Hausarzt ist Dr. Wolff.', 'Mein neuer Hausarzt ist Dr. Lang.'],
    ['de', 'Ich fahre mit dem Bus zur Arbeit.', 'Inzwischen fahre ich mit dem Rad zur Arbeit.'],
    ['de', 'Ich rauche eine Schachtel am Tag.', 'Ich habe mit dem Rauchen aufgehört.'],
    ['de', 'Ich rauche zehn Zigaretten am Tag.', 'Ich habe mit dem Rauchen aufgehört.'],
    ['de', 'Ich nehme jeden Abend zwei Tabletten Zelan.', 'Ich nehme kein Zelan mehr.'],
    ['es', 'Juego al tenis dos veces por semana.', 'He dejado de jugar al tenis.'],
    ['fr', 'Nous avons trois poules dans le jardin.', 'Les poules sont mortes cet hiver.'],
    ['fr', 'La réunion est mardi.', 'La réunion est reportée à jeudi.'],
    ['zh', '我每天喝四杯咖啡。', '我戒了咖啡。'],
    ['zh', '我喜欢喝红茶。', '我现在更喜欢喝绿茶。'],
    ['ja', '毎月千円で雑誌を購読しています。', '雑誌の購読を解約しました。'],
    ['en', 'I drink four cups of coffee a day.', 'I quit coffee.'],
    ['en', 'We have two cats.', 'We have three cats.'],
    ['en', "I'm engaged to Priya.", 'Priya and I got married last weekend!'],
    ['en', 'Our workspace is on the Starter plan of Boardly.', 'Upgraded: we run on Boardly Business as of today.'],
    ['en', 'My salary goes to my account at Harrow Bank.', "I've closed the Harrow account; I am with Lumen Bank."],
    ['en', 'A ticket for the ferry costs 18 pounds.', 'They put the ferry ticket to 21 pounds.'],
    ['de', 'Der Klempner kommt am Dienstag.', 'Der Klempner kann erst am Donnerstag kommen.'],
    ['de', 'Wir wohnen zur Miete in Lübeck.', 'Wir sind nach Rostock gezogen.'],
    ['en', 'I live in Hull.', 'We moved to Ely.'],
    ['de', 'Mein Chef ist Herr Tamm.', 'Herr Tamm ist in Rente, Frau Opitz ist meine Chefin.'],
    ['zh', '地铁月票是一百元。', '地铁月票涨到一百二十元了。'],
    ['de', 'Die Besprechung ist am Dienstag.', 'Die Besprechung ist auf Donnerstag verschoben.'],
    ['de', 'Unser Team hat 7 Leute.', 'Unser Team hat jetzt 9 Leute.'],
    ['de', 'Wir nutzen Oracle für die Buchhaltung.', 'Für die Buchhaltung nutzen wir jetzt Postgres.'],
    [
      'de',
      'Der Geburtstag meines Vaters ist am 3. Mai.',
      'Entschuldigung, ich meinte den 13. Mai, da hat mein Vater Geburtstag.',
    ],
    ['es', 'Mi médica es la doctora Ruiz.', 'Mi nueva médica es la doctora Gil.'],
    ['es', 'Fumo diez cigarrillos al día.', 'Dejé de fumar hace un mes.'],
    ['es', 'Mi coche es un Ibiza rojo.', 'Vendí el Ibiza, mi coche es un Clio ahora.'],
    ['es', 'Usamos Jira para las tareas.', 'Desde enero usamos Linear para las tareas.'],
    ['es', 'La reunión es el martes.', 'La reunión pasó al jueves.'],
    ['fr', 'Mon médecin est le docteur Blanc.', 'Mon nouveau médecin est le docteur Noir.'],
    ['fr', 'Mon dentiste a son cabinet place Carnot.', 'Mon dentiste a son cabinet place Bellecour.'],
    ['fr', 'Je fume un paquet par jour.', "J'ai arrêté de fumer."],
    ['fr', 'Je préfère le train pour aller à Paris.', 'Maintenant je préfère la voiture pour aller à Paris.'],
    [
      'fr',
      "L'anniversaire de ma sœur est le 4 mars.",
      "Pardon, je voulais dire le 14 mars pour l'anniversaire de ma sœur.",
    ],
    ['fr', 'Je suis végétarien.', 'Je ne suis plus végétarien.'],
    ['zh', '我的医生是王大夫。', '我换了医生，现在是李大夫。'],
    ['zh', '会议在周二。', '会议改到周四了。'],
    ['zh', '我们用MySQL存订单。', '我们现在用Postgres存订单。'],
    ['zh', '我妈妈的生日是五月四日。', '说错了，我妈妈的生日是五月十四日。'],
    ['ja', 'かかりつけの医者は田中先生です。', 'かかりつけの医者が鈴木先生に変わりました。'],
    ['ja', '毎日タバコを十本吸います。', 'タバコをやめました。'],
    ['ja', '会議は火曜日です。', '会議は木曜日に変更されました。'],
    ['ja', '注文の管理にMySQLを使っています。', '今は注文の管理にPostgresを使っています。'],
    ['ja', '母の誕生日は五月四日です。', '間違えました、母の誕生日は五月十四日です。'],
    ['en', 'I live in Leeds with my wife and two dogs.', 'We moved to York last weekend.'],
    ['en', 'I live in Leeds with my wife and two dogs.', 'I moved to York for my new job at the rail museum.'],
    ['en', 'I live in Bath with my two sons.', 'I moved to New Mills in March because of the schools and the park.'],
    ['es', 'Vivo en Sevilla.', 'Me he mudado a Granada.'],
    ['en', 'My home is in Leeds.', 'As of June I live in York.'],
  ])('replaces an older one about the same (%s: %s)', (_language, older, newer) => {
    expect(replacedIn(older, newer)).toEqual({ 0: { until: '2026-01-02T00:00:00.000Z', by: '1' } });
  });

  test.each([
    ['My sister lives in Bern.', 'My brother lives in Graz now.'],
    ['I bought a red bike for my daughter.', 'I bought a blue scooter for my daughter.'],
    ['I love hiking in the Alps.', 'I love swimming in the lake.'],
    ['I went to the museum with Nina.', 'I went to the museum with Theo.'],
    ['My car insurance costs 50 euros.', 'My house insurance costs 80 euros.'],
    ['Project Alder uses Redis for its queue.', 'Project Birch uses Kafka for its queue.'],
    ['I live in Oslo.', 'My new desk is in the office now.'],
    ['I need help with my tax form.', 'I now need help with my resume.'],
    ['My brother plays chess.', 'My sister plays tennis now.'],
    ['The kitchen is painted blue.', 'The bathroom is painted green.'],
    ['I have an appointment with the doctor on 3 May.', 'I have an appointment with the hairdresser on 9 May.'],
    ['The staging server has 8 GB of memory.', 'The production server has 32 GB of memory.'],
    ['I like jazz.', 'I like blues.'],
    ['My favourite colour is blue.', 'My favourite food is pizza now.'],
    ['Flight LH12 leaves at 7:40.', 'Flight BA77 leaves at 9:55.'],
    ['Anna Berg, my neighbour, keeps bees.', 'Anna Lund, my colleague, collects stamps now.'],
    ['I live in Oslo.', 'Do I live in Bergen now?'],
    ['The opening of the gallery is tomorrow.', "The gallery will be fun, I can't wait."],
    ['I live in Hull.', 'Our meeting moved to Thursday.'],
    ['Max is our dog.', "I'm sorry to hear about Max."],
    ['We train with the band on Mondays.', "The band faced a tough crowd in Hull, and we won't quit."],
    ['The deploy takes 9 minutes.', 'You said the deploy takes 12 minutes now.'],
  ])('replaces nothing about something else (%s)', (older, newer) => {
    expect(replacedIn(older, newer)).toEqual({});
  });

  test.each([
    ['Please deploy the checkout service, release b.', 'Please deploy the checkout service, release c.'],
    ['Add a --json flag to the list command.', 'Add a --yaml flag to the list command.'],
    ['I want to return the desk lamp from my order.', 'I want to return the floor lamp from my order.'],
    ["Hi! I'd like to cancel my flight to Oslo on 3 May.", "I'd like to change my flight to Oslo on 9 May."],
    ['We need help with the tax form of the bakery.', 'We need help with the rent form of the bakery.'],
    ['Bitte storniere die Bestellung der Lampe.', 'Bitte storniere die Bestellung der Leiter.'],
    ['Teste die Anmeldung mit Chrome.', 'Teste die Anmeldung mit Safari.'],
    ['Quiero cancelar el pedido de la lámpara.', 'Quiero cancelar el pedido de la silla.'],
    ['Je voudrais annuler la commande de la lampe.', 'Je voudrais annuler la commande de la chaise.'],
    ['Remind me to call Anna.', 'Remind me to call Boris.'],
    ['Show me the sales of January.', 'Show me the sales of February.'],
    ['I want a table for two at seven.', 'I want a table for four at eight.'],
    ["I'd like a ticket to Bath for Saturday.", "I'd like a ticket to Bath for Sunday."],
    ['I need the release notes for version 2.1 by Friday.', 'I need the release notes for version 2.2 by Friday.'],
    ['Erinnere mich an den Termin beim Notar.', 'Erinnere mich an den Termin beim Zahnarzt.'],
    ['Zeig mir die Verkäufe vom Januar.', 'Zeig mir die Verkäufe vom Februar.'],
    ['Ich möchte einen Tisch für zwei um sieben.', 'Ich möchte einen Tisch für vier um acht.'],
    ['Muéstrame las ventas de enero.', 'Muéstrame las ventas de febrero.'],
    ['Quiero una mesa para dos a las siete.', 'Quiero una mesa para cuatro a las ocho.'],
    ['Il me faut une table pour deux à sept heures.', 'Il me faut une table pour quatre à huit heures.'],
    ['Send the sales report to Ada every day.', 'Send the stock report to Ada every day.'],
    ['我想取消台灯的订单。', '我想取消椅子的订单。'],
    ['ランプの注文をキャンセルしたいです。', '椅子の注文をキャンセルしたいです。'],
  ])('leaves a request as it is where it asks for something else (%s)', (older, newer) => {
    expect(readClaim(newer)?.clauses.some(({ isTask }) => isTask)).toBe(true);
    expect(replacedIn(older, newer)).toEqual({});
  });

  test.each([
    ['Please send the report on Mondays.', 'Please send the report on Fridays instead.'],
    ['Please deploy release 14 of the shop.', 'Sorry, I meant release 15: please deploy release 15 of the shop.'],
    ['Bitte schick die Rechnung an Frau Tamm.', 'Bitte schick die Rechnung künftig an Frau Opitz.'],
    ['Use tabs for the indentation of Go files.', 'Use spaces for the indentation of Go files.'],
    ['Test runs are kept on the server Fern.', 'Test runs are kept on the server Moss.'],
    ['I need the inhaler twice a day.', 'I need the inhaler three times a day.'],
    ['Remind me every Monday to water the plants.', 'Remind me every Thursday to water the plants.'],
    ['Erinnere mich jeden Montag an die Pflanzen.', 'Erinnere mich jeden Mittwoch an die Pflanzen.'],
    ['I want the weekly report as a PDF file.', 'I want the weekly report as a Word file.'],
  ])('replaces a request that it corrects, or that is about all that follows (%s)', (older, newer) => {
    expect(Object.keys(replacedIn(older, newer))).toEqual(['0']);
  });

  it('ends a chain: what was replaced first points to what holds now', () => {
    const weight = ['I weigh 92 kilos.', 'I weigh 88 kilos.', 'I weigh 85 kilos.'];
    expect(replacedIn(...weight)).toEqual({
      0: { until: '2026-01-02T00:00:00.000Z', by: '2' },
      1: { until: '2026-01-03T00:00:00.000Z', by: '2' },
    });
  });

  it('leaves what it repeats as it is, and replaces what came between', () => {
    const replaced = replacedIn(
      'I indent with tabs.',
      'From now on I indent with spaces.',
      'Back to tabs: I indent with tabs.',
    );
    expect(replaced['1']?.by).toBe('2');
    expect(replaced['2']).toBeUndefined();
  });

  it('that is said once more ends what had replaced it', () => {
    const [first, second] = saidBy(['I live in Lima.', 'I live in Quito now.']);
    if (first === undefined || second === undefined) throw new Error('These are claims');
    const again = { ...first, at: '2026-01-03T00:00:00.000Z' };
    expect(Object.fromEntries(findReplaced([again, second]))).toEqual({
      [second.memoryId]: { until: again.at, by: first.memoryId },
    });
  });

  test.each([
    ['I live in Leeds.', 'Noted, you live in Leeds.', 'I live in York now.'],
    ['Ich wohne in Ulm.', 'Notiert, du wohnst in Ulm.', 'Ich wohne jetzt in Kiel.'],
    ['Vivo en León.', 'Anotado: vives en León.', 'Ahora vivo en Cádiz.'],
    ["J'habite à Lyon.", "C'est noté, tu habites à Lyon.", "J'habite maintenant à Nantes."],
    ['我住在杭州。', '好的，你住在杭州。', '我现在住在成都。'],
    ['私は奈良に住んでいます。', '奈良に住んでいるのですね。', '今は福岡に住んでいます。'],
  ])('replaces what a program repeats of the older one (%s)', (older, repeated, newer) => {
    expect([...findReplaced(conversation(older, repeated, newer)).keys()].sort()).toEqual(['0', '1']);
  });

  it('is not replaced by what a program says, and leaves what else a program says', () => {
    expect(findReplaced(conversation('I live in Leeds.', 'You live in York now.', 'I like my tea black.')).size).toBe(
      0,
    );
    const replaced = findReplaced(conversation('I live in Leeds.', 'Leeds has a fine museum.', 'I live in York now.'));
    expect([...replaced.keys()]).toEqual(['0']);
  });

  it('replaces nothing of another customer', () => {
    const texts = ['My rent is 940 euros a month.', 'My rent is 1010 euros a month.'];
    const customers = [{ identifiers: ['c-17'] }, { identifiers: ['c-18'] }];
    expect(findReplaced(saidBy(texts, customers)).size).toBe(0);
    expect(findReplaced(saidBy(texts, [{ identifiers: ['c-17'] }, { identifiers: [] }])).size).toBe(1);
  });

  it('corrects what another session dates some minutes later', () => {
    const at = [{ at: '2026-01-06T09:10:00.000Z' }, { at: '2026-01-06T09:00:00.000Z' }];
    const said = saidBy(
      ['The birthday of my mother is on 14 May.', 'Sorry, I meant 24 May for the birthday of my mother.'],
      at,
    );
    expect(Object.fromEntries(findReplaced(said))).toEqual({ 0: { until: '2026-01-06T09:10:00.000Z', by: '1' } });
  });
});

describe('A text', () => {
  test.each(['Where do I live?', '你在哪里？', 'x'.repeat(700), '', '!!!', 'Thank you so much for your help!'])(
    'claims nothing (%s)',
    (text) => {
      expect(readClaim(text)).toBeNull();
    },
  );
});
