import { describe, expect, it } from '@jest/globals';
import { identifierWords } from '@strata/kernel/identifiers';
import { Subjects } from './subjects.ts';

const PLACE = { agentId: 'support', namespaceId: null };
const OTHER_AGENT = { agentId: 'billing', namespaceId: null };

const notes = {
  sessions: [
    {
      place: PLACE,
      sessionId: 's1',
      outcome: null,
      identifiers: ['mei_kovacs_8020', 'w1234567', 'HXDUBJ'],
      names: ['Mei', 'Kovacs', 'Tanner', '4471', 'e5551'],
    },
    { place: PLACE, sessionId: 's2', outcome: null, identifiers: ['yusuf_rossi_9620', 'w7654321'], names: ['Tanner'] },
  ],
  scopes: [{ place: PLACE, identifierForms: ['a9999999'] }],
};

const subjects = (query: string, sessionId?: string): Subjects =>
  new Subjects(notes, { identifiers: identifierWords(query), sessionId });

describe('A text', () => {
  it('names another customer if the query does not ask about it', () => {
    const namesOther = (text: string): boolean => subjects('Cancel an order').namesOther({ text, place: PLACE });
    expect(namesOther('Order #W1234567 is pending')).toBe(true);
    expect(namesOther('Reservation HXDUBJ was cancelled')).toBe(true);
    expect(namesOther('Order W9999999, which no session names, has the form of one')).toBe(true);
    expect(namesOther('Orders of 12345 lamps can be cancelled')).toBe(false);
  });

  it('names the customer of the query by any identifier of a session that names one of them', () => {
    const asking = subjects('What about order W1234567?');
    expect(asking.namesOther({ text: 'mei_kovacs_8020 wrote about HXDUBJ', place: PLACE })).toBe(false);
    expect(asking.namesOther({ text: 'mei_kovacs_8020 and yusuf_rossi_9620', place: PLACE })).toBe(true);
  });

  it('names the customer of its session by a word of a name or an address, unless the query has an id of this customer', () => {
    const gate = { text: 'The gate code is 4471', place: PLACE, sessionId: 's1' };
    const isHidden = (query: string): boolean => subjects(query).namesOther(gate);
    for (const query of [
      '',
      'gate code?',
      'Is Mei Kovacs at home?',
      'What is with w7654321?',
      'What is error E5551?',
      'Is 4471 right?',
    ])
      expect([query, isHidden(query)]).toEqual([query, true]);
    for (const query of ['of W1234567', 'mei_kovacs_8020']) expect([query, isHidden(query)]).toEqual([query, false]);
    expect(subjects('', 's1').namesOther(gate)).toBe(false);
    expect(subjects('').namesOther({ ...gate, text: 'The gate is open' })).toBe(false);
    expect(subjects('').namesOther({ ...gate, sessionId: 's2' })).toBe(false);
    expect(subjects('').namesOther({ ...gate, place: OTHER_AGENT })).toBe(false);
    expect(subjects('').namesOther({ ...gate, text: 'The gate is open', speaker: 'Mei' })).toBe(true);
  });

  it('may name anybody while nothing is known of its session', () => {
    const unlearned = { speaker: 'user', place: PLACE, sessionId: 'new', isUnlearned: true };
    const isHidden = (text: string): boolean => subjects('Is Ida in?').namesOther({ ...unlearned, text });
    expect(
      ['I am Tom Baker', 'My number is 55512', 'It is for Ida', 'My lamp flickers. Can you help?'].map(isHidden),
    ).toEqual([true, true, true, false]);
    const text = 'I am Tom Baker';
    expect(subjects('', 'new').namesOther({ ...unlearned, text })).toBe(false);
    const order = { ...unlearned, text: 'About order W5551234' };
    const asked = { identifiers: identifierWords('order W5551234') };
    expect(new Subjects(notes, asked).namesOther({ ...unlearned, text })).toBe(true);
    expect(new Subjects(notes, asked, [order]).namesOther({ ...unlearned, text })).toBe(false);
    // An agent without customers names none, whatever it reads.
    const elsewhere = { ...unlearned, text, place: OTHER_AGENT };
    expect(new Subjects(notes, asked, [{ ...order, place: OTHER_AGENT }]).namesOther(elsewhere)).toBe(false);
  });

  it('names no other customer where a text is about the end user of the request', () => {
    const text = 'Order W1234567 is pending';
    expect(subjects('').namesOther({ text, place: PLACE })).toBe(true);
    expect(subjects('').namesOther({ text, place: PLACE, isOfEndUser: true })).toBe(false);
  });

  it('names no one where the words identify no one', () => {
    expect(subjects('').namesOther({ text: 'Order W1234567', place: OTHER_AGENT })).toBe(false);
  });
});
