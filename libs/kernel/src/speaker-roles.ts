/** Names of roles that stand for the program in a conversation. */
const PROGRAM = new Set(['assistant', 'agent', 'ai', 'bot', 'model']);
/** Names of roles that stand for the person whom the program serves. */
const PERSON = new Set(['user', 'human']);
const OTHERS = new Set(['system', 'tool', 'function', 'developer']);

type Speaker = string | null | undefined;
const isIn = (roles: ReadonlySet<string>, speaker: Speaker): boolean => roles.has(speaker?.toLowerCase() ?? '');

/** Whether a speaker is known by role only, as the program. */
export const isProgram = (speaker: Speaker): boolean => isIn(PROGRAM, speaker);

/** Whether a speaker is known by role only, as the person whom a program serves. */
export const isServedPerson = (speaker: Speaker): boolean => isIn(PERSON, speaker);

/** Whether a speaker is a person, by name or as the person whom a program serves. */
export const isPerson = (speaker: string | null): boolean =>
  speaker !== null && !isIn(PROGRAM, speaker) && !isIn(OTHERS, speaker);

/** Whether a word is a technical role: a query that contains it does not ask for that speaker. */
export const isRole = (word: string): boolean => isIn(PROGRAM, word) || isIn(PERSON, word) || isIn(OTHERS, word);
