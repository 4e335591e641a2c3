import { describe, expect, it } from '@jest/globals';
import { atOnce } from '@strata/kernel/turns';
import { EventTexts } from './event-texts.ts';
import { findSecrets, mergeSecrets } from './find-secrets.ts';
import { RULE_CATALOG } from './rule-catalog.ts';

const { rules, detectors } = RULE_CATALOG;
const order = new Map(rules.map(({ id }, index) => [id, index]));

/** Made up, and put together here so that secret scanners do not report them. */
const WORD = `hunter${'2'.repeat(2)}hunter`;
const PLAIN = ['correct', 'horse'].join('');
const MIXED = '9Kq3vZ0TtYw8'.repeat(3);
const HEX = '0123abcd'.repeat(4);
const BASIC = Buffer.from(`someone:${PLAIN}`).toString('base64');
const KEY = 'KEY';
const BEGIN = (label: string): string => `-----BEGIN ${label}-----`;
const END = (label: string): string => `-----END ${label}-----`;
const RSA = `RSA PRIVATE ${KEY}`;
const PGP = `PGP PRIVATE ${KEY} BLOCK`;
const LINES = ['MIIE'.repeat(16), 'Ab3+'.repeat(16), 'Zz9/'.repeat(5)];
const block = (label: string, between = '\n', lines = LINES): string =>
  [BEGIN(label), ...lines, END(label)].join(between);
const cutOff = [BEGIN(RSA), ...LINES].join('\n');

/** The beginning of a terminal style. */
const STYLE = '\x1b[';
const GITHUB = `ghp_${'Ab3d'.repeat(9)}`;
const AWS = `AKIA${'Z7'.repeat(8)}`;

/** The rule and the text of each secret that is found in an event with this payload. */
const found = (payload: unknown): string[] => {
  const { text } = new EventTexts(payload);
  return mergeSecrets(atOnce(findSecrets(text, detectors)), order).map(
    ({ ruleId, start, end }) => `${ruleId} ${text.slice(start, end)}`,
  );
};

describe('A private key is found', () => {
  it.each([
    ['of every kind', block(`EC PRIVATE ${KEY}`)],
    ['that is encrypted', block(`ENCRYPTED PRIVATE ${KEY}`)],
    [
      'with headers',
      block(RSA, '\n', ['Proc-Type: 4,ENCRYPTED', 'DEK-Info: AES-256-CBC,0123456789ABCDEF', '', ...LINES]),
    ],
    ['in the armour of PGP', block(PGP, '\n', ['Version: 1', '', ...LINES, '=aB3d'])],
    ['with the line breaks of Windows', block(RSA, '\r\n')],
    ['with line breaks in escapes', block(RSA, '\\n')],
    ['with line breaks in escapes of escapes', block(RSA, '\\\\n')],
    ['in one line', block(RSA, ' ')],
    ['in a diff', block(RSA, '\n+')],
    ['with line numbers', block(RSA, '\n  12\t')],
    ['in quoted mail', block(RSA, '\n> > ')],
    ['in an indented diff, with a line that begins with a plus', block(RSA, '\n    + +')],
    ['that is cut off, in one line', `${BEGIN(RSA)}${'Ab3+'.repeat(800)}`],
    ['that is cut off, in a diff with line numbers', [BEGIN(RSA), ...LINES].join('\n  12 | ')],
    ['that is cut off', cutOff],
  ])('%s', (_, key) => {
    expect(found({ content: `before\n${key}\n` })).toEqual([`private_key ${key}`]);
  });

  it('whose lines are separate texts', () => {
    const lines = [BEGIN(RSA), ...LINES, END(RSA)];
    expect(found({ lines: [...lines, 'The next line'] })).toEqual(lines.map((line) => `private_key ${line}`));
    expect(found({ args: ['cat', ...lines.slice(0, 3)] })).toHaveLength(3);
  });

  it('without its beginning', () => {
    const half = [...LINES, END(RSA)].join('\n');
    expect(found({ content: `The rest of it:\n${half}\nDone` })).toEqual([`private_key ${half}`]);
  });

  it('up to the last of its lines', () => {
    expect(found({ content: `${cutOff}\n[truncated]\nThe next line of the log` })).toEqual([`private_key ${cutOff}`]);
    expect(found({ content: `${cutOff.slice(0, -4)}...` })).toEqual([`private_key ${cutOff.slice(0, -4)}`]);
  });

  it.each([
    ['a certificate', block('CERTIFICATE')],
    ['a public key', block('PUBLIC KEY')],
    ['an example', block(RSA, '\n', ['...'])],
    ['a search for one', `grep -r "${BEGIN(RSA)}" .`],
  ])('but not %s', (_, text) => {
    expect(found({ content: text })).toEqual([]);
  });
});

describe('A token is found by its form', () => {
  it.each([
    ...[
      `${STYLE}32m${GITHUB}${STYLE}0m`,
      `\\x1b[32m${GITHUB}\\x1b[0m`,
      `\\u001b[0;1m${GITHUB}`,
      `_${GITHUB}_`,
      `token%3D${GITHUB}`,
    ],
    ...[`ключ${GITHUB}`, `密钥${GITHUB}です`, `**${GITHUB}**`, `<${GITHUB}>`],
  ])('in %j', (content) => {
    expect(found({ content })).toEqual([expect.stringMatching(`^github .{0,8}${GITHUB}.{0,8}$`)]);
  });

  it.each([`_${AWS}_`, `%22${AWS}%22`, `${STYLE}32m${AWS}`])('in %j', (content) => {
    expect(found({ content })).toEqual([expect.stringMatching(`^aws ${AWS}`)]);
  });

  it('beside its account', () => {
    const [account, token] = [`AC${'0a'.repeat(16)}`, '1b'.repeat(16)];
    expect(found({ content: `Client('${account}', '${token}')` })).toEqual([`twilio ${token}`]);
  });
});

describe('A value after the name of a secret is found', () => {
  it.each([
    [`DB_PASSWORD=${WORD}`, WORD],
    [`export GITLAB_API_KEY_PROD=${HEX} && make`, HEX],
    [`PASSWORD=${PLAIN}\nX=1`, PLAIN],
    [`PASSWORD=a;b(c)${WORD}&e`, `a;b(c)${WORD}&e`],
    [`{"password": "${PLAIN}"}`, PLAIN],
    [`{\\"password\\": \\"${PLAIN}\\"}`, PLAIN],
    [`{\\\\\\"password\\\\\\":\\\\\\"${PLAIN}\\\\\\"}`, PLAIN],
    [`password: ${WORD}`, WORD],
    ['password: correct-horse-42', 'correct-horse-42'],
    [`"password" => '${PLAIN}'`, PLAIN],
    [`if (secret === "${PLAIN}")`, PLAIN],
    [`process.env.API_KEY = '${HEX}'`, HEX],
    [`os.environ["API_KEY"] = "${HEX}"`, HEX],
    [`login --token ${HEX} --yes`, HEX],
    [`Server=db;User Id=sa;Password=${WORD};`, WORD],
    [`spring.datasource.password=${WORD}`, WORD],
    [`//registry.example.com/:_authToken=${HEX}`, HEX],
    [`https://example.com/x?access_token=${HEX}&page=1`, HEX],
    [`- name: DB_PASSWORD\n  value: ${PLAIN}`, PLAIN],
    [`<password>${PLAIN}</password>`, PLAIN],
    [`ALTER USER shop WITH PASSWORD '${PLAIN}';`, PLAIN],
    [`my password is ${WORD}.`, WORD],
    [`The root password for the staging db is ${WORD}.`, WORD],
    [`password: |\n  ${WORD}\nport: 1`, WORD],
    [`**Password:** \`${WORD}\``, WORD],
    [`**Password**: ${WORD}`, WORD],
    [`| DB_PASSWORD | ${WORD} |`, WORD],
    [`| \`DB_PASSWORD\` | \`${WORD}\` |`, WORD],
    [`define('DB_PASSWORD', '${WORD}');`, WORD],
    [`ENV DB_PASSWORD ${WORD}`, WORD],
    [`  email         someone@example.com\n  password      ${WORD}\n`, WORD],
    [`"db_password": {"type": "string", "value": "${WORD}"}`, WORD],
    [`variable "db_password" {\n  default = "${WORD}"\n}`, WORD],
    [`SECRET_KEY_BASE=${HEX}`, HEX],
    [`VAULT_KEYS=${HEX}`, HEX],
    [`SECRET_FINGERPRINT_KEY=${HEX}`, HEX],
    [`API_KEY_PEPPER=${HEX}`, HEX],
    [`%22password%22%3A%22${WORD}%22`, WORD],
    [`${STYLE}36mDB_PASSWORD${STYLE}0m=${WORD}`, WORD],
    [`\\u001b[1mpassword\\u001b[0m: \\u001b[32m${WORD}`, WORD],
    [`{"client_secret": "/${MIXED}="}`, `/${MIXED}=`],
    [`export DJANGO_SECRET_KEY="/${MIXED}"`, `/${MIXED}`],
    ['{"password": "correct horse battery staple"}', 'correct horse battery staple'],
    ['DB_PASSWORD="Sommer 2024!"', 'Sommer 2024!'],
    ["passphrase: 'four quiet otters swim'", 'four quiet otters swim'],
    ['"password": "Abc123xyz9there"', 'Abc123xyz9there'],
  ])('%s', (content, secret) => {
    expect(found({ content })).toEqual([`credential_assignment ${secret}`]);
  });

  it.each([
    [{ config: { clientSecret: PLAIN } }, PLAIN],
    [{ env: [{ name: 'DB_PASSWORD', value: PLAIN }] }, PLAIN],
    [{ clientSecret: `/${MIXED}=` }, `/${MIXED}=`],
    [{ password: 'correct horse battery staple' }, 'correct horse battery staple'],
    [{ password: [WORD, 'other'] }, WORD],
    [{ args: ['login', '--password', WORD, '--yes'] }, WORD],
  ])('in a payload: %j', (payload, secret) => {
    expect(found(payload)).toEqual([`credential_assignment ${secret}`]);
  });

  it.each([
    ...['const password = getPassword1();', 'password: string;', 'apiKey: undefined', 'token: process.env.TOKEN2'],
    ...['password=${DB_PASSWORD}', 'PASSWORD=$1', 'api_key: your-api-key', '"apiKey": "YOUR_API_KEY"', 'pass: 100%'],
    ...['secret: <redacted>', 'password: ********', '"password": "required"', 'token: "{{ token }}"', 'PWD=/home/x'],
    ...[
      'credentials: "same-origin"',
      'SECRET_FILE=/run/secrets/x',
      'password VARCHAR(255) NOT NULL',
      'password = input("?")',
    ],
    ...[
      'SELECT * FROM users WHERE password = $1',
      'secret = secrets.token_hex(16)',
      'max_tokens: 4096',
      'expires_in=3600',
    ],
    ...['"nextPageToken": "CAUQAA1234567890abcd"', 'token_count=12345678', 'primary_key: order_items_2024'],
    ...['secret: kube-system/db-creds-1', 'secret=docker/db_password_v1', 'api_key: api_key_2_name'],
    ...['id_token: id_token_v2', 'password: validate_password2', 'api-key: 2024-10-21-preview'],
    ...[
      'password: "Forgot your login?"',
      '"password": "must have a digit and a letter"',
      'pass: "all 12 suites green"',
    ],
    ...['"passwordHint": "blue door"', 'secret_file: "/run/secrets/db-password"', "password: 'Choose a new one'"],
    ...['"secret": "/v1/projects/acme/locations/global"', 'apiKey: "YOUR_KEY_HERE"', 'api_key: "put-it-here"'],
    ...['Credentials v2.0.1-beta', '["password", "required"]', 'pagination token=eyJvZmZzZXQiOjEwMH0='],
    ...[
      '| Password | Type |',
      "createApiKey: 'api_key.create'",
      'The secret to a good night is calm.',
      'password   must be changed',
      '%22token%22%3A%22none%22',
    ],
    ...['The password reset link was sent', 'password must have 12 to 128 characters', 'passed: 12, failed: 3'],
    ...['The token expired at 2024-05-01T10:00:00Z', 'access key: press Alt+Shift+1', 'import { token } from "./a.ts"'],
  ])('but not %s', (content) => {
    expect(found({ content })).toEqual([]);
  });
});

describe('A credential in a URL, a header or a command is found', () => {
  it.each([
    [`postgres://shop:p@ss:${WORD}@db/x`, `url_credentials p@ss:${WORD}`],
    [`https:\\/\\/shop:${WORD}@example.com\\/x`, `url_credentials ${WORD}`],
    [`redis://:${WORD}@cache:6379`, `url_credentials ${WORD}`],
    [`git clone https://${HEX}:x-oauth-basic@github.com/a/b`, `url_credentials ${HEX}`],
    [`Authorization: Bearer ${HEX}`, `authorization_header ${HEX}`],
    [`"authorization":"token ${HEX}"`, `authorization_header ${HEX}`],
    [`Authorization: Basic ${BASIC}`, `authorization_header ${BASIC}`],
    [`"auths": {"x": {"auth": "${BASIC}"}}`, `authorization_header ${BASIC}`],
    [`//registry.example.com/:_auth=${BASIC}`, `authorization_header ${BASIC}`],
    [`curl -H "X-Api-Key: ${HEX}" https://example.com`, `authorization_header ${HEX}`],
    [`curl -s -u 'bob:${PLAIN}' https://example.com`, `authorization_header ${PLAIN}`],
    [`postgres://shop:pa/ss${WORD}@db/x`, `url_credentials pa/ss${WORD}`],
    [`${STYLE}1mAuthorization${STYLE}0m: ${STYLE}32mBearer ${HEX}`, `authorization_header ${HEX}`],
    [`echo ${WORD} | sudo -S apt-get update`, `command_password ${WORD}`],
    [`htpasswd -b users someone ${WORD}`, `command_password ${WORD}`],
    [`run docker (see \`mysql -uapp -p${WORD} shop\`)`, `command_password ${WORD}`],
    [`docker run --env X=$(mysql -uapp -p${WORD} shop)`, `command_password ${WORD}`],
    [`docker exec db sh -c "mysql -uapp -p${WORD} shop"`, `command_password ${WORD}`],
    [`Use docker for it, ${'and so on '.repeat(50)}mysql -uapp -p${WORD} shop`, `command_password ${WORD}`],
    [`docker ${'and '.repeat(97)}mysql -h db -uapp -p${WORD} shop`, `command_password ${WORD}`],
  ])('%s', (content, secret) => {
    expect(found({ content })).toEqual([secret]);
  });

  it.each([
    ...['https://user:password@example.com', 'https://example.com/@user/post-1234567', 'git@github.com:a/b.git'],
    ...['http://localhost:8080/a@b', 'http://[::1]:8080/a@b', 'docker://example.com:v1.2/a@sha256:0123456789abcdef'],
    ...['http://localhost:8080/a@b', 'postgres://shop:${DB_PASSWORD}@db/x', 'https://<user>:<password>@example.com'],
    ...[
      'Authorization: Bearer <token>',
      'Bearer token authentication',
      'basic understanding of auth',
      '"token_type":"Bearer"',
    ],
    ...['docker constructor -p4ssword', 'docker valueOf x -p4ssword'],
    ...['docker run -u 1000:1000 image', 'x-api-version: 2024-10-01-preview', 'X-Request-Id: 0123456789abcdef'],
  ])('but not %s', (content) => {
    expect(found({ content })).toEqual([]);
  });
});

describe('An ordinary log of an agent', () => {
  it.each([
    ['hashes of commits', `commit ${HEX}01234567`],
    ['checksums of packages', `"integrity": "sha512-${'Ab3dEf6h'.repeat(11)}=="`],
    ['ids', `evt_${HEX} 3f2504e0-4f89-41d3-9a0c-0305e82c3301`],
    ['images', `data:image/png;base64,${'iVBORw0KGgoAAAANSUhEUgAA'.repeat(20)}`],
    ['public keys', `ssh-rsa ${'AAAAB3NzaC1yc2E'.repeat(12)} someone@host`],
    ['stack traces', '    at Object.<anonymous> (/app/src/token.ts:12:34)\n    at secret (node:internal/x:1:2)'],
    ['reservations and orders', '{"reservation_id": "4WQ150", "payment_id": "credit_card_4421486", "total": 1432}'],
    ['headers of responses', 'etag: W/"0123456789abcdef"\nset-cookie: theme=dark1234567890123456789; Path=/'],
  ])('is unchanged: %s', (_, content) => {
    expect(found({ content })).toEqual([]);
  });
});

describe('The rule catalog', () => {
  it('has each rule once, and a rule for each detector', () => {
    const ids = rules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(detectors.map(({ ruleId }) => ruleId))).toEqual(new Set(ids));
    for (const id of ids) expect(id).toMatch(/^[a-z0-9_]{1,40}$/);
  });
});
