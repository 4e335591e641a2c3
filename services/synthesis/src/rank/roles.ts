/** Names of roles that stand for the program in a conversation. */
const PROGRAM = new Set(['assistant', 'agent', 'ai', 'bot', 'model']);
/** Names of roles that stand for the person whom the program serves. */
const PERSON = new Set(['user', 'human']);
const OTHERS = new Set(['system', 'tool', 'function', 'developer']);

/** Whether a speaker is known by role only, as the program. */
export const isProgram = (speaker: string | null): boolean => speaker !== null && PROGRAM.has(speaker.toLowerCase());

/** Whether a speaker is known by role only, as the person whom a program serves. */
export const isServedPerson = (speaker: string | null): boolean =>
  speaker !== null && PERSON.has(speaker.toLowerCase());

/** Whether a speaker is a person, as far as the name tells. */
export const isPerson = (speaker: string | null): boolean =>
  speaker !== null && !PROGRAM.has(speaker.toLowerCase()) && !OTHERS.has(speaker.toLowerCase());

/** Whether a lower-cased word is a technical role: a query that contains it does not ask for that speaker. */
export const isRole = (word: string): boolean => PROGRAM.has(word) || PERSON.has(word) || OTHERS.has(word);
