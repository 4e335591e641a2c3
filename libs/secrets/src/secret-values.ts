/** A shorter value is more often a word than a secret. */
export const MIN_LENGTH = 8;

/** Values that are no secrets: in examples, in code, in the descriptions of form fields. */
const DUMMY_VALUES = new Set(
  `account_key accesskey access_key access_token accesstoken apikey api_key api-key authorization bearer changeit changeme
  change-me change_me client_secret clientsecret confirmed configured contraseña credential credentials default disabled
  encrypted example expired external foobar forgotten generated hidden incorrect internal invalid mandatory missing
  mypass mypassword mysecret my_password my-password mytoken newpassword not-found not_found not_set nullable optional
  pass passphrase passwd passwort password password1 password123 passwords placeholder plaintext private_key protected
  provided pwd redacted refresh_token rejected removed replaceme replace_me required restricted rotated same-origin secret secret_key
  secret-key secretkey secrets sensitive somepassword somesecret specified string submit testpassword textarea token
  undefined unchanged unknown unset user username validated verified whatever`.split(/\s+/),
);

/** One repeated character, or characters that mask the rest. */
const MASKED = /^(.)\1*$|\*{3}|•{3}|\.{3}|…|[xX]{6}|^[xX*•.#_-]+$/;
/** To be filled in later: `<token>`, `${TOKEN}`, `$TOKEN`, `{{ token }}`, `%TOKEN%`, `#{token}`, `:token`; `[redacted]`. */
const TEMPLATE =
  /^<.*>$|^\{[^}]*\}$|^\[[^\]]*\]$|\$\{|\$\(|\{\{|#\{|^%\w+%$|^\$[A-Za-z_][\w:.]*$|^[:@&][A-Za-z_]+$|^!(?:Ref|Sub|GetAtt|ImportValue)\b/;
/** A reference to a secret: a URL, a dotted name, a resource, a path in a store. */
const REFERENCE =
  /:\/\/|^[a-z]+(?:_[a-z]+)*(?:\.[a-z]+(?:_[a-z]+)*)+$|^[A-Za-z]:\\|^(?:arn|env|file|vault|op|ssm|sops|kms|urn|secretref):/i;
const EXAMPLE =
  /^(?:your|insert|enter|replace|example|sample|dummy|fake|put|add)[-_. ]|^(?:my|the|a)[-_]?(?:api|secret|token|password|key)|(?:^|[-_. ]|^your\w*)here$/i;
const PATH = /^[~.]{0,2}\//;
const RUN = /[A-Za-z0-9+=]{16,}/g;
/** Letters of both cases and digits: not the name of a folder. Base64 can begin with a slash. */
const isRandom = (run: string): boolean => /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run);
const isPath = (value: string): boolean => PATH.test(value) && !(value.match(RUN) ?? []).some(isRandom);
/** The name of an environment variable. */
const VARIABLE = /^[A-Z]+(?:_[A-Z0-9]+)+$/;
/** A name in code: a property, or a name that contains a word for secrets. */
const NAME_IN_CODE =
  /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$|^(?=[^]*?(?:passw|token|secret|credential|api_?key))[A-Za-z_-]+$/i;

/** A name of words and small numbers, one of them a word for secrets (`db_password_v1`), or a name in a namespace (`kube-system/db-creds-1`). */
const NAME_OF_WORDS =
  /^(?=.*(?:\/|passw|token|secret|credential|api_?key))[a-z]+\d{0,2}(?:[-_/](?:[a-z]+\d{0,2}|\d{1,2}))+$/;
/** A date as the version of an API: `2024-10-21-preview`. */
const DAY = /^\d{4}-\d{2}-\d{2}(?:-[a-z]+)?$/;

/** A function call: `secrets.value(name)`. */
const CALL = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\(/;

/** Whether a value only takes the place of a secret. */
export const isDummy = (value: string): boolean =>
  DUMMY_VALUES.has(value.toLowerCase()) || MASKED.test(value) || TEMPLATE.test(value) || DAY.test(value);

/** Whether a delimited value after the name of a secret looks like a secret. */
export const looksLikeSecret = (value: string): boolean =>
  value.length >= MIN_LENGTH &&
  !isDummy(value) &&
  !REFERENCE.test(value) &&
  !isPath(value) &&
  !EXAMPLE.test(value) &&
  !CALL.test(value) &&
  !VARIABLE.test(value);

/** Words of sentences and about secrets. A passphrase has none of them. */
const SENTENCE =
  /\b(?:a|an|and|any|are|as|at|be|been|but|by|can|cannot|did|do|does|enter|for|forgot|from|has|have|if|in|incorrect|invalid|is|it|its|least|may|must|new|no|not|of|on|or|please|required|reset|same|set|should|that|the|their|this|to|was|were|when|which|will|with|wrong|you|your)\b|passw|phrase|secret|token|credential|\bkeys?\b|character|[{}<>()]/i;

/** Whether several words after the name of a password are a passphrase: `correct horse battery staple`. */
export const looksLikePassphrase = (value: string): boolean =>
  value.length >= MIN_LENGTH && value.includes(' ') && !SENTENCE.test(value) && !isDummy(value);

/** Whether a value without quotes looks like a secret. It could also be code or a word, so it must contain a digit and another character. */
export const looksLikeBareSecret = (value: string): boolean =>
  looksLikeSecret(value) && isMixed(value) && !NAME_IN_CODE.test(value) && !NAME_OF_WORDS.test(value);

/** Whether a value contains a digit and another character. */
export const isMixed = (value: string): boolean => /\d/.test(value) && /\D/.test(value);
