/** Names end with one of these, or with one of these and a number or an environment. */
const WORDS = [
  ...['passw(?:or)?d', 'passphrase', 'passcode', 'pwd', '(?<![a-z])pass', 'secret', 'credentials?', '_auth'],
  '(?:api|access|secret|private|signing|encryption|master|account|fingerprint|vault|deploy)[ _-]?keys?(?:[ _-]?base)?',
  'pepper',
  '(?:access|refresh|auth|bearer|session|security|api|id|personal|bot)[ _-]?token',
].join('|');
/** There are tokens of pages, of texts and of grammars, so a value has to look like a secret the more. */
const TOKEN = '(?<!(?:next|page|ation|sync|stop|eos|bos|pad|unk|mask|special|previous|prev|resume)[ _-]?)token';
/** Fewest characters of such a token. */
export const LEAST_TOKEN = 16;
/** Source of a pattern, case ignored: what a name of a secret ends with. The group `token` is there where it says no more. */
export const NAME = `(?:${WORDS}|(?<token>${TOKEN}))(?:_?\\d{1,2}|_(?:prod|production|staging|dev|test|live|old|new))?`;

/** The same without the group, which a pattern can have once. */
export const NAME_OF_EITHER = NAME.replace('?<token>', '?:');

/** Source of a pattern, case ignored: what the name of a password ends with, which may be of several words. */
export const NAME_OF_PASSWORD = '(?:passw(?:or)?d|passphrase|passcode|pwd|(?<![a-z])secret)(?:_?\\d{1,2})?';

/** What every such name ends with, before what may follow a name. */
export const ENDS_OF_NAMES: readonly string[] = [
  'pass',
  'passw(?:or)?d',
  'passphrase',
  'passcode',
  'pwd',
  'secret',
  'token',
  'credentials?',
  '_auth',
  'keys?',
  'key_?base',
  'pepper',
].map((end) => `${end}(?![a-z])`);
