import { describe, expect, it } from '@jest/globals';
import { MAX_RULES, pickRules, RULE_LIMIT } from './pick-rules.ts';

describe('sentences that state rules', () => {
  it.each([
    ['Unfortunately, opened parcels cannot be sent back.', 'opened parcels cannot be sent back'],
    ['Error: closed ticket cannot be edited', 'closed ticket cannot be edited'],
    ['Vouchers must be used within 30 days.', 'Vouchers must be used within 30 days'],
    ['We use pnpm, not npm.', 'We use pnpm, not npm'],
    [
      'Leider können geöffnete Pakete nicht zurückgeschickt werden.',
      'Leider können geöffnete Pakete nicht zurückgeschickt werden',
    ],
    [
      'Gutscheine müssen innerhalb von 30 Tagen eingelöst werden.',
      'Gutscheine müssen innerhalb von 30 Tagen eingelöst werden',
    ],
    ['Wir verwenden pnpm, nicht npm.', 'Wir verwenden pnpm, nicht npm'],
    [
      'Malheureusement, les colis ouverts ne peuvent pas être renvoyés.',
      'les colis ouverts ne peuvent pas être renvoyés',
    ],
    ['Les bons doivent être utilisés sous 30 jours.', 'Les bons doivent être utilisés sous 30 jours'],
    ['Los paquetes abiertos no se pueden devolver.', 'Los paquetes abiertos no se pueden devolver'],
    ['Los vales solo se aceptan en la tienda central.', 'Los vales solo se aceptan en la tienda central'],
    ['I pacchi aperti non possono essere restituiti.', 'I pacchi aperti non possono essere restituiti'],
    ['I buoni devono essere usati entro 30 giorni.', 'I buoni devono essere usati entro 30 giorni'],
    ['As encomendas abertas não podem ser devolvidas.', 'As encomendas abertas não podem ser devolvidas'],
    ['Os vales só são aceites na loja central.', 'Os vales só são aceites na loja central'],
  ])('are picked from %j', (text, rule) => {
    expect(pickRules(text)).toEqual([rule]);
  });

  it.each([
    'Can opened parcels never be sent back?',
    'You must be very tired after this long journey.',
    'You are always welcome to contact our friendly support.',
    'I cannot see the tracking number right now.',
    'I only want the blue lamp from the summer catalogue.',
    'We need to install the missing packages first.',
    'The parcel arrived in the morning at the central store.',
    'The total of your purchase must be $54.04.',
    'Sie müssen nach dieser langen Reise sehr müde sein.',
    'Ich möchte nur die blaue Lampe aus dem Sommerkatalog.',
    'Die Sendung kann im Moment nicht verfolgt werden.',
    'Je veux seulement la lampe bleue du catalogue.',
    'Quiero solo la lámpara azul del catálogo.',
    'Vorrei solo la lampada blu del catalogo.',
    'Quero apenas a lâmpada azul do catálogo.',
  ])('are not %j', (text) => {
    expect(pickRules(text)).toEqual([]);
  });

  it('stand alone, without clauses that are joined to them, and keep their reasons and conditions', () => {
    expect(pickRules('I see your point, but opened parcels cannot be sent back, so please keep it.')).toEqual([
      'opened parcels cannot be sent back',
    ]);
    expect(pickRules('If the seal is broken, and the parcel is old, parcels cannot be sent back.')).toEqual([
      'If the seal is broken, and the parcel is old, parcels cannot be sent back',
    ]);
    expect(pickRules('Since closed tickets cannot be edited, please open another one.')).toEqual([
      'closed tickets cannot be edited',
    ]);
  });

  it('have ids, addresses and amounts masked, and keep quoted words and small numbers', () => {
    expect(pickRules('Parcel #A1234 of ana@example.com cannot be "sent back" after 14 days for $30.')).toEqual([
      'Parcel <id> of <email> cannot be sent back after 14 days for <amount>',
    ]);
  });

  it('are few and short, in any text of any size', () => {
    const numbered = Array.from({ length: 40 }, (_, n) => `Drawer ${String(n)} must remain locked at night.`).join(' ');
    expect(pickRules(numbered)).toHaveLength(MAX_RULES);
    for (const unit of ['must ', 'cannot, ', "'a ", 'we use x, ', '. ', ' ', 'a', "ne n'est que, "])
      for (const rule of pickRules(unit.repeat(262_144 / unit.length)))
        expect(rule.length).toBeLessThanOrEqual(RULE_LIMIT);
  });
});
