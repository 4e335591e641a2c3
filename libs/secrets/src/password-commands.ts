import { isMixed } from './secret-values.ts';

/** How a command takes a password on its line. The patterns match whole words, without their quotes. */
export interface Command {
  /** A word that must come before, such as a subcommand. */
  readonly needs?: string;
  /** An option with its value in one word; the first group is the value, and the pattern has indices. */
  readonly attached?: RegExp;
  /** An option whose value is the next word. */
  readonly separate?: RegExp;
  /** The part of that word that is the password: its first group. By default the whole word. */
  readonly part?: RegExp;
  /** Whether a word is the password by its place among the words before it. */
  readonly argument?: (word: string, before: readonly string[]) => boolean;
  /** What shows in the JSON of an event that it may be used; its name by default. */
  readonly hint?: string;
}

const MYSQL: Command = { attached: /^-p(.+)$/d };
const MONGO: Command = { attached: /^-p([^a-z].*|[a-z]{5}.*)$/d, separate: /^-p$/ };
const SPACE = String.raw`(?:[ \t]|\\+t)+`;
const LOGIN: Command = { needs: 'login', attached: /^-p=?([^=].*)$/d, separate: /^-p$/ };
const LDAP: Command = { attached: /^-w(.+)$/d, separate: /^-w$/ };
const SAMBA: Command = { attached: /^(?:-U|--user=)[^%]+%(.+)$/d, separate: /^(?:-U|--user)$/, part: /^[^%]+%(.+)$/d };
const SEVEN_ZIP: Command = { attached: /^-p(.+)$/d, hint: '7z' };
const RAR: Command = { attached: /^-h?p(.+)$/d, hint: `rar${SPACE}` };
const SQLCMD: Command = { attached: /^-P(.+)$/d, separate: /^-P$/ };
const PUTTY: Command = { separate: /^-pw$/ };
const KEYTOOL: Command = { separate: /^-(?:store|key|deststore|destkey|srcstore|srckey)pass$/ };
const ORACLE: Command = { attached: /^(?:userid=)?[\w$#.-]{1,128}\/("[^"]+"|[^@/"\s]+)(?:@.*)?$/d };

/** `net use Z: \\server\share password /user:someone`, `net user someone password /add`. */
function ofNet(word: string, before: readonly string[]): boolean {
  const [verb, ...places] = before.filter((text) => !text.startsWith('/'));
  if (/^[/*]|^\\\\|^[a-z]:$/i.test(word)) return false;
  if (verb === 'use') return places.at(-1)?.startsWith('\\') === true;
  return verb === 'user' && places.length === 1 && isMixed(word);
}

/** `htpasswd -b file user password`. */
const ofHtpasswd = (_word: string, before: readonly string[]): boolean =>
  before.some((text) => /^-\w*b/.test(text)) && before.filter((text) => !text.startsWith('-')).length >= 2;

/** `rabbitmqctl add_user someone password`. */
const ofRabbitmq = (_word: string, before: readonly string[]): boolean =>
  before.length >= 2 && /^(?:add_user|change_password|authenticate_user)$/.test(before.at(-2) ?? '');

/** Commands by the name of their program, in lower case. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  mysql: MYSQL,
  mysqldump: MYSQL,
  mysqladmin: MYSQL,
  mysqlimport: MYSQL,
  mysqlsh: MYSQL,
  mariadb: MYSQL,
  'mariadb-dump': MYSQL,
  sshpass: { attached: /^-p(.+)$/d, separate: /^-p$/ },
  docker: { ...LOGIN, hint: `docker${SPACE}login` },
  podman: { ...LOGIN, hint: `podman${SPACE}login` },
  nerdctl: { ...LOGIN, hint: `nerdctl${SPACE}login` },
  oras: { ...LOGIN, hint: `oras${SPACE}login` },
  helm: { ...LOGIN, hint: `registry${SPACE}login` },
  az: { ...LOGIN, hint: `az${SPACE}login` },
  'redis-cli': { separate: /^(?:-a|--pass)$/ },
  mongosh: MONGO,
  mongo: { ...MONGO, hint: `mongo${SPACE}` },
  mongodump: MONGO,
  mongorestore: MONGO,
  mongoexport: MONGO,
  mongoimport: MONGO,
  cqlsh: { separate: /^-p$/ },
  ldapsearch: LDAP,
  ldapadd: LDAP,
  ldapmodify: LDAP,
  ldapdelete: LDAP,
  ldapwhoami: LDAP,
  ldappasswd: { attached: /^-[was](.+)$/d, separate: /^-[was]$/ },
  smbclient: SAMBA,
  smbmap: { separate: /^-p$/ },
  smbget: SAMBA,
  rpcclient: SAMBA,
  net: { argument: ofNet, hint: String.raw`net(?:\.exe)?${SPACE}user?` },
  '7z': SEVEN_ZIP,
  '7za': SEVEN_ZIP,
  '7zz': SEVEN_ZIP,
  '7zr': SEVEN_ZIP,
  rar: RAR,
  unrar: RAR,
  zip: { separate: /^-P$/, hint: `zip${SPACE}` },
  unzip: { separate: /^-P$/, hint: `unzip${SPACE}` },
  sqlcmd: SQLCMD,
  bcp: { ...SQLCMD, hint: `bcp${SPACE}` },
  tsql: SQLCMD,
  sqlplus: ORACLE,
  rman: { ...ORACLE, hint: `rman${SPACE}` },
  expdp: ORACLE,
  impdp: ORACLE,
  sqlldr: ORACLE,
  plink: PUTTY,
  pscp: PUTTY,
  psftp: PUTTY,
  keytool: KEYTOOL,
  jarsigner: KEYTOOL,
  xfreerdp: { attached: /^\/p:(.+)$/d },
  ipmitool: { separate: /^-P$/ },
  mosquitto_pub: { separate: /^-P$/ },
  mosquitto_sub: { separate: /^-P$/ },
  openssl: { attached: /^pass:(.+)$/d, hint: 'pass:' },
  htpasswd: { argument: ofHtpasswd },
  rabbitmqctl: { argument: ofRabbitmq },
};

/** Commands that read a password from the output of the command before. */
export const PIPED =
  /^.*--password-stdin\b|^(?:\S*\/)?(?:sudo (?:.* )?-\w*S\b|(?:sudo (?:\S*\/)?)?(?:chpasswd\b|passwd (?:.* )?--stdin\b|cryptsetup\b)|gpg .*--passphrase-fd|kinit\b)/;
/** What shows in JSON that there may be one. */
export const PIPED_HINTS: readonly string[] = [
  'sudo',
  'password-stdin',
  'chpasswd',
  '--stdin',
  'cryptsetup',
  'passphrase-fd',
  'kinit',
];
