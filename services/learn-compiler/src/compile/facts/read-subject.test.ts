import { describe, expect, test } from '@jest/globals';
import { readClaim } from './read-claim.ts';
import { replaces, toCompare } from './replaces.ts';
import { WordTable } from './word-table.ts';

const table = new WordTable();
const compared = (text: string, isOfEarlierVersion = false) => {
  const claim = readClaim(text);
  if (claim === null) throw new Error('This is a claim');
  const clauses = claim.clauses.map(({ words, numbers, happened, cues }) => ({ words, numbers, happened, cues }));
  return toCompare(isOfEarlierVersion ? { ...claim, clauses } : claim, table);
};

describe('Two claims', () => {
  test.each([
    ['en', 'Invoice 1041 is still unpaid.', 'Invoice 1042 is still unpaid.'],
    ['en', 'Kestrel release b is broken.', 'Kestrel release c is broken.'],
    ['en', 'The customer in room 12 wants a late checkout.', 'The customer in room 14 wants a late checkout.'],
    ['en', 'The pump at station north leaks oil at the gasket.', 'The pump at station south leaks oil at the gasket.'],
    ['en', 'The tenant on floor three has a noisy dog.', 'The tenant on floor five has a noisy dog.'],
    ['en', 'The invoice from Acme contains a wrong address.', 'The invoice from Globex contains a wrong address.'],
    ['en', 'Ticket 881 blocks the launch of the shop.', 'Ticket 882 blocks the launch of the shop.'],
    ['en', 'The red bike needs a new chain.', 'The blue bike needs a new chain.'],
    ['en', 'PROJ-12 is blocked by the licence.', 'PROJ-13 is blocked by the licence.'],
    ['en', 'My aunt Vera collects old stamps from Peru.', 'My aunt Ida collects old stamps from Peru.'],
    ['de', 'Rechnung 71 ist noch offen.', 'Rechnung 72 ist noch offen.'],
    ['de', 'Die Pumpe der Station Nord verliert Öl.', 'Die Pumpe der Station Süd verliert Öl.'],
    ['de', 'Der Gast in Zimmer 8 braucht ein Kinderbett.', 'Der Gast in Zimmer 9 braucht ein Kinderbett.'],
    ['de', 'Das Projekt Erle nutzt Redis als Warteschlange.', 'Das Projekt Birke nutzt Redis als Warteschlange.'],
    ['es', 'La factura 71 sigue pendiente de pago.', 'La factura 72 sigue pendiente de pago.'],
    ['es', 'El proyecto Aliso usa Redis para la cola.', 'El proyecto Abedul usa Redis para la cola.'],
    ['es', 'Los vecinos del piso 3 tienen un perro ruidoso.', 'Los vecinos del piso 5 tienen un perro ruidoso.'],
    ['fr', 'La facture 71 est encore impayée.', 'La facture 72 est encore impayée.'],
    ['fr', "L'ascenseur du bâtiment Nord est en panne.", "L'ascenseur du bâtiment Sud est en panne."],
  ])('are about two things where their subjects differ (%s: %s)', (_language, older, newer) => {
    expect(replaces(compared(newer), compared(older))).toBe(0);
    // A claim of an earlier version is compared as a whole.
    expect(replaces(compared(newer), compared(older, true))).toBeGreaterThan(0);
  });

  test.each([
    ['en', 'The review is in room Maple.', 'The review is in room Cedar.'],
    ['en', 'The backup of the wiki runs at 2:00.', 'The backup of the wiki runs at 3:30.'],
    ['en', 'My cousin teaches 20 pupils at the Elm school.', 'My cousin teaches 25 pupils at the Elm school.'],
    ['en', 'My parents teach 20 pupils at the Elm school.', 'My parents teach 25 pupils at the Elm school.'],
    ['en', 'My dentist practises on Mill street.', 'My dentist practises on Oak street.'],
    ['en', '120 customers are on the basic plan.', '140 customers are on the basic plan.'],
    ['en', 'Rent for the flat 940 euros a month.', 'Rent for the flat 1010 euros a month.'],
    ['en', "The heating's at 20 degrees.", "The heating's at 21 degrees."],
    ['en', 'Dana is the head of sales in Kent.', 'Boris is the head of sales in Kent.'],
    ['en', 'The old gate code is 4471.', 'The new gate code is 4712.'],
    ['en', 'Invoice 1041 is still unpaid.', 'Sorry, I meant invoice 1042 is still unpaid.'],
    ['en', 'The pump at station north leaks oil.', 'Now the pump at station south leaks oil.'],
    ['de', 'Der Schlüssel liegt im Fach 7 der Garage.', 'Der Schlüssel liegt im Fach 9 der Garage.'],
    ['de', 'Das Team von 7 Leuten sitzt im Anbau.', 'Das Team von 9 Leuten sitzt im Anbau.'],
    ['es', 'Trabajo en Lumbre como contable.', 'Trabajo en Brisa como contable.'],
    ['es', 'El servidor de correo está en la sala Arce.', 'El servidor de correo está en la sala Cedro.'],
    ['fr', 'Le serveur de courriel est dans la salle Orme.', 'Le serveur de courriel est dans la salle Pin.'],
  ])('are about one thing where a value differs (%s: %s)', (_language, older, newer) => {
    expect(replaces(compared(newer), compared(older))).toBeGreaterThan(0);
  });
});
