/** Endings of names of secrets. A number or an environment can follow. */
const WORDS = [
  ...['passw(?:or)?d', 'passphrase', 'passcode', 'pwd', '(?<![a-z])pass', 'secret', 'credentials?', '_auth'],
  '(?:api|access|secret|private|signing|encryption|master|account|fingerprint|vault|deploy)[ _-]?keys?(?:[ _-]?base)?',
  'pepper',
  '(?:access|refresh|auth|bearer|session|security|api|id|personal|bot)[ _-]?token',
].join('|');
/** The same in German, French and Spanish. A value must have a digit: these are also words of forms and messages. */
const FOREIGN = [
  ...['passwort', 'kennwort', 'zugangscode', 'geheimnis', '(?:zugangs|zugriffs|geheim|api)[ _-]?schl(?:ü|ue)ssel'],
  ...[
    'mot[ _-]?de[ _-]?passe',
    '(?<![a-z])mdp',
    "cl(?:é|e)f?[ _-](?:secr(?:è|e)te|api|priv(?:é|e)e|d['’_ ]?acc(?:è|e)s)",
  ],
  ...['contrase(?:ñ|n)a', '(?<![a-z])clave(?:[ _-](?:secreta|api|privada|de[ _-](?:acceso|api|cifrado)))?'],
  "jeton[ _-](?:d['’_ ]?acc(?:è|e)s|api|secret)|token[ _-]de[ _-]acceso|zugriffs-?token",
].join('|');
/** There are also tokens of pages, texts and grammars, so the value must look more like a secret. */
const TOKEN = '(?<!(?:next|page|ation|sync|stop|eos|bos|pad|unk|mask|special|previous|prev|resume)[ _-]?)token';
/** Minimum length of such a token. */
export const MIN_TOKEN_LENGTH = 16;
/**
 * The ending of a secret's name; a pattern, case ignored. The group `token` matches if the name says only "token", the group
 * `vague` if it is a word of another language than English.
 */
export const NAME = `(?:${WORDS}|(?<vague>${FOREIGN})|(?<token>${TOKEN}))(?:_?\\d{1,2}|_(?:prod|production|staging|dev|test|live|old|new))?`;

/** The same without the groups, which a pattern can have only once. */
export const NAME_WITHOUT_GROUP = NAME.replace('?<token>', '?:').replace('?<vague>', '?:');

/** The ending of a password's name; a pattern, case ignored. A password can have several words. */
export const PASSWORD_NAME = '(?:passw(?:or)?d|passphrase|passcode|pwd|(?<![a-z])secret)(?:_?\\d{1,2})?';

/** Names of passwords in those languages, as in sentences. */
export const FOREIGN_PASSWORD = 'passwort|kennwort|mot de passe|(?<![a-z])mdp|contrase(?:ñ|n)a|(?<![a-z])clave';

/** The endings of all such names, for hints. */
export const NAME_ENDINGS: readonly string[] = [
  ...[
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
  ].map((end) => `${end}(?![a-z])`),
  ...['pepper', 'passwort', 'kennwort', 'zugangscode', 'geheimnis', 'schl(?:ü|ue)ssel', 'de[ _-]?passe', 'mdp'],
  ...['cl(?:é|e)f?[ _-](?:secr|api|priv|d)', 'contrase(?:ñ|n)a', 'clave', 'jeton[ _-]', 'token[ _-]de'],
];
