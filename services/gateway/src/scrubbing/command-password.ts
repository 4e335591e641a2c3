import { matchesOf, type Detector, type RuleDescription, type Span } from './detector.ts';
import { isStandIn } from './secret-values.ts';

export const COMMAND_PASSWORD_RULE: RuleDescription = {
  id: 'command_password',
  description:
    'Passwords given to commands by a short option: `mysql -p…`, `sshpass -p …`, `docker login -p …`, `redis-cli -a …`',
};

const VALUE = String.raw`["']?(?<secret>[^\s\0"'\`\\;|&<>]{4,})`;
/** A command, what it is given on the same line, and the option. */
const OPTIONS = new RegExp(
  [
    String.raw`(?<![\w/.-])(?:mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump)(?:[ \t][^\n\0;|]{0,400}?)?[ \t]-p${VALUE}`,
    String.raw`(?<![\w-])(?:sshpass[ \t]{1,4}-p|(?:docker|podman|helm registry)[ \t]{1,4}login(?:[ \t][^\n\0;|]{0,200}?)?[ \t]-p|redis-cli(?:[ \t][^\n\0;|]{0,200}?)?[ \t]-a)[ \t]{0,4}${VALUE.replace('secret', 'other')}`,
  ].join('|'),
  'dg',
);

function* find(text: string): Iterable<Span> {
  for (const { indices } of matchesOf(text, OPTIONS)) {
    const [start = 0, end = 0] = indices?.groups?.['secret'] ?? indices?.groups?.['other'] ?? [];
    if (!isStandIn(text.slice(start, end))) yield { start, end };
  }
}

export const COMMAND_PASSWORD_DETECTOR: Detector = {
  ruleId: COMMAND_PASSWORD_RULE.id,
  hint: {
    anyOf: [
      ...['mysql', 'mariadb', 'sshpass', 'redis-cli'],
      ...['docker', 'podman', 'registry'].map((command) => String.raw`${command}(?:[ \t]|\\+t)+login`),
    ],
  },
  find,
};
