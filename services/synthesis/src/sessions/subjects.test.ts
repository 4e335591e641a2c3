import { describe, expect, it } from '@jest/globals';
import { identifierWords } from '@strata/kernel/identifiers';
import { Subjects } from './subjects.ts';

const PLACE = { agentId: 'support', namespaceId: null };
const OTHER_AGENT = { agentId: 'billing', namespaceId: null };

const notes = {
  sessions: [
    { place: PLACE, sessionId: 's1', outcome: null, identifiers: ['mei_kovacs_8020', 'w1234567', 'HXDUBJ'] },
    { place: PLACE, sessionId: 's2', outcome: null, identifiers: ['yusuf_rossi_9620', 'w7654321'] },
  ],
  scopes: [{ place: PLACE, identifierForms: ['a9999999'] }],
};

const subjects = (query: string): Subjects => new Subjects(notes, identifierWords(query));

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

  it('names no other customer where a text is about the end user of the request', () => {
    const text = 'Order W1234567 is pending';
    expect(subjects('').namesOther({ text, place: PLACE })).toBe(true);
    expect(subjects('').namesOther({ text, place: PLACE, isOfEndUser: true })).toBe(false);
  });

  it('names no one where the words identify no one', () => {
    expect(subjects('').namesOther({ text: 'Order W1234567', place: OTHER_AGENT })).toBe(false);
  });
});
