/** Fewer characters are more often a word than a secret. */
export const LEAST_CHARACTERS = 8;

/** What stands for a value where none is told: in examples, in code, in what a form says of its fields. */
const STAND_INS = new Set(
  `account_key accesskey access_key access_token accesstoken apikey api_key api-key authorization bearer changeit changeme
  change-me change_me client_secret clientsecret confirmed configured contraseña credential credentials default disabled
  encrypted example expired external foobar forgotten generated hidden incorrect internal invalid mandatory missing
  mypass mypassword mysecret my_password my-password mytoken newpassword not-found not_found not_set nullable optional
  pass passphrase passwd passwort password password1 password123 passwords placeholder plaintext private_key protected
  provided pwd redacted refresh_token rejected removed replaceme replace_me required restricted rotated same-origin secret secret_key
  secret-key secretkey secrets sensitive somepassword somesecret specified string submit testpassword textarea token
  undefined unchanged unknown unset user username validated verified whatever`.split(/\s+/),
);

/** One character, repeated, or signs that mask the rest. */
const MASKED = /^(.)\1*$|\*{3}|•{3}|\.{3}|…|[xX]{6}|^[xX*•.#_-]+$/;
/** Filled in later: `<token>`, `${TOKEN}`, `$TOKEN`, `{{ token }}`, `%TOKEN%`, `#{token}`, `:token`; `[redacted]`. */
const TEMPLATE =
  /^<.*>$|^\{[^}]*\}$|^\[[^\]]*\]$|\$\{|\$\(|\{\{|#\{|^%\w+%$|^\$[A-Za-z_][\w:.]*$|^[:@&][A-Za-z_]+$|^!(?:Ref|Sub|GetAtt|ImportValue)\b/;
/** Said by where it is: an address, a name with dots in it, a resource, a place in a store. */
const REFERENCE =
  /:\/\/|^[a-z]+(?:_[a-z]+)*(?:\.[a-z]+(?:_[a-z]+)*)+$|^[A-Za-z]:\\|^(?:arn|env|file|vault|op|ssm|sops|kms|urn|secretref):/i;
const EXAMPLE =
  /^(?:your|insert|enter|replace|example|sample|dummy|fake|put|add)[-_. ]|^(?:my|the|a)[-_]?(?:api|secret|token|password|key)|(?:^|[-_. ]|^your\w*)here$/i;
const PATH = /^[~.]{0,2}\//;
const RUN = /[A-Za-z0-9+=]{16,}/g;
/** Of letters of both cases and digits: no folder is called so, and base64 may begin with a stroke. */
const isRandom = (run: string): boolean => /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run);
const isPath = (value: string): boolean => PATH.test(value) && !(value.match(RUN) ?? []).some(isRandom);
/** The name of a variable of the environment. */
const VARIABLE = /^[A-Z]+(?:_[A-Z0-9]+)+$/;
/** A name in code: of what belongs to something else, or of something that speaks of secrets itself. */
const NAME_IN_CODE =
  /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$|^[A-Za-z_-]*(?:passw|token|secret|credential|api_?key)[A-Za-z_-]*$/i;

/** Words and small numbers that say what something is called, one of them that it is of secrets: `db_password_v1`; a name in a namespace: `kube-system/db-creds-1`. */
const NAME_OF_WORDS =
  /^(?=.*(?:\/|passw|token|secret|credential|api_?key))[a-z]+\d{0,2}(?:[-_/](?:[a-z]+\d{0,2}|\d{1,2}))+$/;
/** A day, as versions of interfaces are called by: `2024-10-21-preview`. */
const DAY = /^\d{4}-\d{2}-\d{2}(?:-[a-z]+)?$/;

/** What code calls: `secrets.value(name)`. */
const CALL = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\(/;

/** Whether a value is none, but stands for one. */
export const isStandIn = (value: string): boolean =>
  STAND_INS.has(value.toLowerCase()) || MASKED.test(value) || TEMPLATE.test(value) || DAY.test(value);

/** Whether what stands behind the name of a secret, as a text of its own, looks like one. */
export const looksLikeSecret = (value: string): boolean =>
  value.length >= LEAST_CHARACTERS &&
  !isStandIn(value) &&
  !REFERENCE.test(value) &&
  !isPath(value) &&
  !EXAMPLE.test(value) &&
  !CALL.test(value) &&
  !VARIABLE.test(value);

/** Words of sentences, and those by which one speaks of secrets; a passphrase has none of them. */
const SENTENCE =
  /\b(?:a|an|and|any|are|as|at|be|been|but|by|can|cannot|did|do|does|enter|for|forgot|from|has|have|if|in|incorrect|invalid|is|it|its|least|may|must|new|no|not|of|on|or|please|required|reset|same|set|should|that|the|their|this|to|was|were|when|which|will|with|wrong|you|your)\b|passw|phrase|secret|token|credential|\bkeys?\b|character|[{}<>()]/i;

/** Whether several words behind the name of a password are one: `correct horse battery staple`. */
export const looksLikePassphrase = (value: string): boolean =>
  value.length >= LEAST_CHARACTERS && value.includes(' ') && !SENTENCE.test(value) && !isStandIn(value);

/** The same without quotes around it, where it could as well be code or a word: it holds a digit, and a letter or a sign. */
export const looksLikeBareSecret = (value: string): boolean =>
  looksLikeSecret(value) && isMixed(value) && !NAME_IN_CODE.test(value) && !NAME_OF_WORDS.test(value);

/** Whether it is neither a word nor a number. */
export const isMixed = (value: string): boolean => /\d/.test(value) && /\D/.test(value);
