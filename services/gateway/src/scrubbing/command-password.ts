import { secretsOf, type Detector, type RuleDescription, type Span } from './detector.ts';
import { isDummy } from './secret-values.ts';

export const COMMAND_PASSWORD_RULE: RuleDescription = {
  id: 'command_password',
  description:
    'Passwords in short options of commands: `mysql -p…`, `sshpass -p …`, `docker login -p …`, `redis-cli -a …`, `echo … | sudo -S`',
};

const VALUE = String.raw`["']?(?<secret>[^\s\0"'\`\\;|&<>]{4,})`;
/** A command with an option, an argument or an input on the same line. */
const COMMANDS = [
  String.raw`(?<![\w/.-])(?:mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump)(?:[ \t][^\n\0;|]{0,400}?)?[ \t]-p${VALUE}`,
  String.raw`(?<![\w-])(?:sshpass[ \t]{1,4}-p|(?:docker|podman|helm registry)[ \t]{1,4}login(?:[ \t][^\n\0;|]{0,200}?)?[ \t]-p|redis-cli(?:[ \t][^\n\0;|]{0,200}?)?[ \t]-a)[ \t]{0,4}${VALUE}`,
  String.raw`(?<![\w-])htpasswd[ \t]{1,4}-\w{0,8}b\w{0,8}[ \t]{1,4}[^\s\0]{1,200}[ \t]{1,4}[^\s\0]{1,200}[ \t]{1,4}["']?(?<secret>[^\s\0"']{4,})`,
  String.raw`(?<![\w-])(?:echo|printf)[ \t]{1,4}["']?(?<secret>[^\s\0"'|;&]{4,200})["']?[ \t]{0,4}\|[ \t]{0,4}sudo[ \t](?:[^\n\0;|]{0,40}[ \t])?-\w{0,8}S`,
].map((source) => new RegExp(source, 'dg'));

function* find(text: string): Iterable<Span> {
  for (const command of COMMANDS)
    for (const { start, end } of secretsOf(text, command)) if (!isDummy(text.slice(start, end))) yield { start, end };
}

export const COMMAND_PASSWORD_DETECTOR: Detector = {
  ruleId: COMMAND_PASSWORD_RULE.id,
  hint: {
    anyOf: [
      ...['mysql', 'mariadb', 'sshpass', 'redis-cli', 'htpasswd', 'sudo'],
      ...['docker', 'podman', 'registry'].map((command) => String.raw`${command}(?:[ \t]|\\+t)+login`),
    ],
  },
  find,
};
