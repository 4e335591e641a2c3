/** Endings of names of secrets. A number or an environment can follow. */
const WORDS = [
  ...['passw(?:or)?d', 'passphrase', 'passcode', 'pwd', '(?<![a-z])pass', 'secret', 'credentials?', '_auth'],
  '(?:api|access|secret|private|signing|encryption|master|account|fingerprint|vault|deploy)[ _-]?keys?(?:[ _-]?base)?',
  'pepper',
  '(?:access|refresh|auth|bearer|session|security|api|id|personal|bot)[ _-]?token',
].join('|');
/** There are also tokens of pages, texts and grammars, so the value must look more like a secret. */
const TOKEN = '(?<!(?:next|page|ation|sync|stop|eos|bos|pad|unk|mask|special|previous|prev|resume)[ _-]?)token';
/** Minimum length of such a token. */
export const MIN_TOKEN_LENGTH = 16;
/** The ending of a secret's name; a pattern, case ignored. The group `token` matches if the name says only "token". */
export const NAME = `(?:${WORDS}|(?<token>${TOKEN}))(?:_?\\d{1,2}|_(?:prod|production|staging|dev|test|live|old|new))?`;

/** The same without the group, which a pattern can have only once. */
export const NAME_WITHOUT_GROUP = NAME.replace('?<token>', '?:');

/** The ending of a password's name; a pattern, case ignored. A password can have several words. */
export const PASSWORD_NAME = '(?:passw(?:or)?d|passphrase|passcode|pwd|(?<![a-z])secret)(?:_?\\d{1,2})?';

/** The endings of all such names, for hints. */
export const NAME_ENDINGS: readonly string[] = [
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
