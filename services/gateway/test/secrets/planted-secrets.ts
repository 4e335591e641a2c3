import { seeded, type Random } from '@strata/testkit/seeded-random';

const DIGITS = '0123456789';
const HEX = `${DIGITS}abcdef`;
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LETTERS = UPPER + UPPER.toLowerCase();
const ALNUM = DIGITS + LETTERS;
const BASE64 = `${ALNUM}+/`;

/** Generates credentials from random characters. */
export class Forge {
  readonly random: Random;

  constructor(seed: number) {
    this.random = seeded(seed);
  }

  of(characters: string, length: number): string {
    return Array.from({ length }, () => characters.charAt(Math.floor(this.random() * characters.length))).join('');
  }
  /** Letters and digits, at least one of each. */
  alnum(length: number): string {
    return `a${this.of(ALNUM, length - 4)}7Q3`;
  }
  hex(length: number): string {
    return `${this.of(HEX, length - 2)}e4`;
  }
  base64(length: number): string {
    return `b${this.of(BASE64, length - 3)}5T`;
  }
  upper(length: number): string {
    return this.of(UPPER + DIGITS, length);
  }
  digits(length: number): string {
    return `9${this.of(DIGITS, length - 1)}`;
  }
  pick<T>(from: readonly [T, ...T[]]): T {
    return from[Math.floor(this.random() * from.length)] ?? from[0];
  }
}

/** A text with a credential, and the rule that must find it. */
export interface Planted {
  readonly ruleId: string;
  readonly text: string;
  readonly secret: string;
}

/** The texts here are in pieces, so that secret scanners find none in this repository. */
const joined = (text: string): string => text.replaceAll('·', '');
const within = (ruleId: string, before: string, secret: string, after = ''): Planted => ({
  ruleId,
  secret: joined(secret),
  text: joined(before + secret + after),
});
const plain = (ruleId: string, secret: string): Planted => within(ruleId, '', secret);

/** Credentials that are recognized by their form. */
const byForm = (f: Forge): Planted[] => [
  plain('strata_key', `strata_·live_${f.alnum(16)}_${f.alnum(33)}`),
  plain('strata_key', `strata_·inv_${f.alnum(43)}`),
  plain('aws', `AK·IA${f.upper(16)}`),
  plain('aws', `A3·T${f.upper(17)}`),
  plain('npm', `npm·_${f.alnum(36)}`),
  plain('slack', `xox·b-${f.digits(12)}-${f.digits(12)}-${f.alnum(24)}`),
  plain('slack', `xa·pp-1-A${f.upper(10)}-${f.digits(13)}-${f.hex(64)}`),
  within('slack', 'https://', `hooks.slack.·com/services/T${f.upper(10)}/B${f.upper(10)}/${f.alnum(24)}`),
  plain('sendgrid', `SG·.${f.alnum(22)}.${f.alnum(43)}`),
  plain('sendgrid', `SG·.${f.alnum(10)}-${f.alnum(11)}.${f.alnum(20)}_${f.alnum(22)}`),
  plain('shopify', `shp·at_${f.hex(32)}`),
  plain('github', `gh·p_${f.alnum(36)}`),
  plain('github', `github·_pat_${f.alnum(22)}_${f.alnum(59)}`),
  plain('openai', `sk-${f.alnum(20)}T3Blbk·FJ${f.alnum(20)}`),
  plain('openai', `sk-proj-${f.alnum(74)}T3Blbk·FJ${f.alnum(74)}`),
  plain('anthropic', `sk-·ant-api03-${f.alnum(93)}AA`),
  plain('linear', `lin_·api_${f.alnum(40)}`),
  plain('onepassword', `ops_·eyJ${f.alnum(300)}`),
  plain('gitlab', `gl·pat-${f.alnum(20)}`),
  plain('bitbucket', `AT·BB${f.alnum(32)}`),
  plain('atlassian', `ATA·TT3${f.alnum(60)}=${f.upper(8)}`),
  plain('discord', `M${f.alnum(23)}.${f.alnum(6)}.${f.alnum(38)}`),
  within('discord', `https://discord.com/api/`, `webhooks/${f.digits(18)}/${f.alnum(68)}`),
  plain('telegram', `${f.digits(10)}:A·A${f.alnum(33)}`),
  plain('stripe', `sk_·live_${f.alnum(24)}`),
  plain('stripe', `wh·sec_${f.alnum(32)}`),
  plain('square', `sq0·atp-${f.alnum(22)}`),
  plain('google', `AI·za${f.alnum(35)}`),
  plain('google', `GOC·SPX-${f.alnum(28)}`),
  plain('azure', `${f.alnum(4).slice(1)}8Q~${f.alnum(34)}`),
  plain('aws_bedrock', `AB·SKQmVkcm9ja0FQSUtleS${f.base64(108)}`),
  plain('digitalocean', `dop·_v1_${f.hex(64)}`),
  plain('digitalocean', `dor·_v1_${f.hex(64)}`),
  plain('heroku', `HR·KU-${f.alnum(40)}`),
  plain('netlify', `nf·p_${f.alnum(36)}`),
  plain('fly', `fo1·_${f.alnum(43)}`),
  plain('supabase', `sb·p_${f.hex(40)}`),
  plain('planetscale', `pscale_·tkn_${f.alnum(43)}`),
  plain('databricks', `da·pi${f.hex(32)}`),
  plain('hashicorp', `hv·s.${f.alnum(24)}`),
  plain('hashicorp', `hv·b.${f.alnum(120)}`),
  plain('doppler', `dp.·pt.${f.alnum(43)}`),
  plain('doppler', `dp.·st.prd_backend.${f.alnum(43)}`),
  plain('pulumi', `pu·l-${f.hex(40)}`),
  plain('docker', `dckr_·pat_${f.alnum(27)}`),
  plain('package_registry', `pypi-·AgEIcHlwaS5vcmc${f.alnum(90)}`),
  plain('package_registry', `ruby·gems_${f.hex(48)}`),
  plain('ci_service', `CCIP·AT_${f.alnum(22)}_${f.hex(40)}`),
  plain('monitoring', `gl·sa_${f.alnum(32)}_${f.hex(8)}`),
  plain('monitoring', `gl·c_eyJ${f.alnum(20)}${f.base64(60)}`),
  plain('monitoring', `NR·AK-${f.upper(27)}`),
  plain('mail_service', `ke·y-${f.hex(32)}`),
  plain('mail_service', `${f.hex(32)}-us·12`),
  plain('office_tool', `nt·n_${f.alnum(46)}`),
  plain('office_tool', `secr·et_${f.alnum(43)}`),
  plain('office_tool', `fig·d_${f.alnum(40)}`),
  plain('office_tool', `PM·AK-${f.hex(24)}-${f.hex(34)}`),
  plain('huggingface', `h·f_${f.alnum(34)}`),
  plain('ai_service', `gs·k_${f.alnum(52)}`),
  plain('sk_key', `s·k-${f.alnum(48)}`),
  plain('sk_key', `s·k-proj-${f.alnum(60)}`),
  plain('age', `AGE-·SECRET-KEY-1${f.upper(58)}`),
  plain('twilio', `S·K${f.hex(32)}`),
  within('twilio', `A·C${f.hex(32)}:`, f.hex(32)),
  plain('vercel', `vc·p_${f.alnum(56)}`),
  plain('cloudflare', `cf·ut_${f.alnum(48)}`),
  plain('cloudflare', `v1.0-${f.hex(24)}-${f.hex(146)}`),
  plain('jwt', `e·yJ${f.alnum(33)}.e·yJ${f.alnum(80)}.${f.alnum(43)}`),
  plain('private_key', pem(f, 'RSA ')),
  plain('private_key', pem(f, 'OPENSSH ')),
  plain('private_key', pem(f, '')),
  plain('private_key', pem(f, 'EC ').split('\n').slice(2).join('\n')),
];

function pem(f: Forge, kind: string): string {
  const label = `${kind}PRIVATE ·KEY`;
  const lines = [64, 64, 64, 30].map((length) => f.base64(length));
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`].join('\n');
}

/** Credentials that are recognized by their surroundings. */
const bySurroundings = (f: Forge): Planted[] => {
  const word = `${f.alnum(10)}!x`;
  const assigned = (before: string, secret: string, after = ''): Planted =>
    within('credential_assignment', before, secret, after);
  return [
    within('aws', 'aws_secret_access_key = ', f.base64(40)),
    within('aws', 'AWS_SECRET_ACCESS_KEY=', f.base64(40)),
    assigned('export DB_PASSWORD=', word),
    assigned('PGPASSWORD=', word, ' psql -h db'),
    assigned('MYSQL_PWD=', word, ' mysqldump shop'),
    assigned('PASSWORD=', word),
    assigned('{"api_key": "', f.alnum(24), '"}'),
    assigned("password: '", word, "'"),
    assigned('{"db_password": "', `four ${f.alnum(6)} otters`, '"}'),
    assigned('"client_secret": "/', f.base64(43), '"'),
    assigned('client_secret = "', f.alnum(32), '"'),
    assigned('deploy --token ', f.alnum(24), ' --yes'),
    assigned('the password is ', f.alnum(10), ', keep it'),
    assigned('<password>', word, '</password>'),
    assigned("create user app identified by '", word, "'"),
    assigned('AccountName=shop;AccountKey=', `${f.base64(86)}==`, ';EndpointSuffix=core.windows.net'),
    assigned('machine example.com login someone password ', word),
    assigned('machine example.com\n  login someone\n  password ', word, '\n'),
    assigned('password: |\n  ', word, '\nport: 1'),
    assigned('**Password:** `', word, '`'),
    assigned('| DB_PASSWORD | ', f.alnum(14), ' |'),
    assigned("define('DB_PASSWORD', '", word, "');"),
    assigned('FROM x\nENV DB_PASSWORD ', word, '\n'),
    assigned('  email         someone@example.com\n  password      ', f.alnum(20), '\n'),
    assigned('variable "db_password" {\n  default = "', word, '"\n}'),
    assigned('the password for the staging db is ', f.alnum(12), '.'),
    assigned('SECRET_KEY_BASE=', f.hex(64)),
    assigned('API_KEY_PEPPER=', f.alnum(43)),
    assigned('\x1b[1mpassword\x1b[0m: \x1b[32m', word, '\x1b[0m'),
    assigned('q=%22password%22%3A%22', f.alnum(14), '%22'),
    within('github', '\x1b[32m', `gh·p_${f.alnum(36)}`, '\x1b[0m'),
    within('github', 'ключ', `gh·p_${f.alnum(36)}`, 'は'),
    within('aws', '_', `AK·IA${f.upper(16)}`, '_'),
    within('command_password', 'echo ', word, ' | sudo -S true'),
    within('command_password', 'mysql -u root -p', f.alnum(12), ' shop'),
    within('command_password', 'mysqldump -h db -uroot -p', f.alnum(12), ' shop > x.sql'),
    within('command_password', 'sshpass -p ', f.alnum(12), ' ssh someone@host'),
    within('command_password', 'docker login -u someone -p ', f.alnum(20), ' registry.example.com'),
    within('cookie', 'Cookie: theme=dark; session=', f.alnum(32), '; lang=en'),
    within('cookie', 'Set-Cookie: connect.sid=', `s%3A${f.alnum(32)}.${f.alnum(40)}`, '; Path=/; HttpOnly'),
    within('authorization_header', 'Authorization: Bearer ', f.alnum(40)),
    within('authorization_header', 'Authorization: Basic ', `${f.base64(30)}==`),
    within('authorization_header', 'X-Api-Key: ', f.alnum(32)),
    within('authorization_header', "curl -u 'someone:", word, "' https://example.com/"),
    within('url_credentials', 'postgres://app:', f.alnum(14), '@db.example.com:5432/shop'),
    within('url_credentials', 'https://', f.alnum(40), '@github.com/a/b.git'),
    within('url_credentials', 'https://a.blob.core.windows.net/x?sv=2022-11-02&sig=', `${f.alnum(43)}%3D`, '&sp=r'),
    within('url_credentials', 'https://a.s3.amazonaws.com/x?X-Amz-Signature=', f.hex(64)),
  ];
};

/** One or more credentials for every rule, with different characters for each forge. */
export const plantedSecrets = (forge: Forge): Planted[] => [...byForm(forge), ...bySurroundings(forge)];
