/** Fewer characters are more often a word than a secret. */
export const LEAST_CHARACTERS = 8;

/** What stands for a value where none is told, in examples and in code. */
const STAND_INS = new Set(
  `account_key accesskey access_key apikey api_key authorization bearer changeit changeme change_me checkbox client_secret
  clientsecret confirmed configured credential credentials default disabled encrypted example expired external forgotten
  generated guest12345 hardcoded hidden incorrect internal invalid mandatory missing mypassword mysecret newpassword
  not-found not_found not_set nullable optional passphrase password password1 passwords placeholder plaintext private_key
  protected provided rejected removed replaceme replace_me required restricted rotated secret_key secretkey secrets
  sensitive somepassword somesecret specified string submit supersecret testpassword textarea undefined unchanged unknown
  unset username validated verified whatever yourapikey yourpassword yoursecret`.split(/\s+/),
);

/** `***`, `xxxx`, `----`, `1111 …`: one character, repeated; or nothing but signs that mask. */
const MASKED = /^(.)\1*$|\*{3}|•{3}|\.{3}|…|^[xX*•.#_-]+$|[xX]{6}/;
/** Filled in later: `<token>`, `${TOKEN}`, `$TOKEN`, `{{ token }}`, `%TOKEN%`, `#{token}`, `:token`, `@token`. */
const TEMPLATE = /^<.*>$|\$[({A-Za-z_]|\{\{|^%[^%]+%$|#\{|^[:@&!]|^\{[^}]*\}?$|^\[/;
/** Said by where it is: a path, an address, a resource. */
const REFERENCE =
  /^[~.]{0,2}\/|:\/\/|^[A-Za-z]:\\|^(?:arn|env|file|vault|op|ssm|sops|kms|urn|ref|secretref|projects):/i;
const REFERENCE_PREFIX =
  /^(?:your|my|some|insert|enter|replace|example|sample|dummy|fake|redacted|null|none|true|false)(?:[-_ ]|$)/i;
/** The name of a variable, of what belongs to another one, or of what a call gives. */
const NAME = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/;
/** A name in code that speaks of secrets: `accessToken`, `new_password`, `hashedPasswd`. */
const SPEAKS_OF_SECRETS = /^[A-Za-z_-]*(?:passw|token|secret|credential|api_?key)[A-Za-z_-]*$/i;

/** Whether a value is none, but stands for one. */
export const isStandIn = (value: string): boolean =>
  STAND_INS.has(value.toLowerCase()) || [MASKED, TEMPLATE].some((no) => no.test(value));

/** Whether what stands behind the name of a secret looks like one, and not like a stand-in, a reference or a name. */
export function looksLikeSecret(value: string): boolean {
  if (value.length < LEAST_CHARACTERS || STAND_INS.has(value.toLowerCase())) return false;
  return ![MASKED, TEMPLATE, REFERENCE, REFERENCE_PREFIX, NAME, SPEAKS_OF_SECRETS].some((no) => no.test(value));
}

/** Whether it holds a digit and a letter: a word has none of the one, a number none of the other. */
export const isMixed = (value: string): boolean => /\d/.test(value) && /[A-Za-z]/.test(value);
