import { matchesOf, secretsOf, type Detector, type RuleDescription, type Span } from './detector.ts';
import { isDummy, isMixed } from './secret-values.ts';

export const CONNECTION_PASSWORD_RULE: RuleDescription = {
  id: 'connection_password',
  description: 'Passwords of database connections: lines of `.pgpass`, `user/password@` of Oracle',
};

/** `host:port:database:user:password`. The password reaches to the end of its line. */
const PGPASS =
  /(?:^|[\s\0"'#])(?<host>[\w.*-]{1,255}):(?<port>\d{4,5}|\*):[\w.*-]{1,63}:[\w.*@-]{1,63}:(?<secret>[^\s\0"'`]{4,200})(?=[ \t]{0,8}(?:[\r\n\0"']|$))/dg;
const COMMON_PORT = /^(?:543\d|643\d|\*)$/;
const ORACLE =
  /(?:jdbc:oracle:[a-z\d]{1,8}:|(?:^|[\n\0>])[ \t]{0,4}conn(?:ect)?[ \t]{1,4})[\w$#.-]{1,64}\/"?(?<secret>[^\s\0"'`@/]{4,128})"?@/dgi;

function* find(text: string): Iterable<Span | undefined> {
  for (const { groups = {}, indices } of matchesOf(text, PGPASS)) {
    const [start = 0, end = 0] = indices?.groups?.['secret'] ?? [];
    const { port = '', secret = '' } = groups;
    yield !isDummy(secret) && (COMMON_PORT.test(port) || isMixed(secret)) ? { start, end } : undefined;
  }
  yield;
  for (const { start, end } of secretsOf(text, ORACLE))
    yield isDummy(text.slice(start, end)) ? undefined : { start, end };
}

export const CONNECTION_PASSWORD_DETECTOR: Detector = {
  ruleId: CONNECTION_PASSWORD_RULE.id,
  hint: {
    anyOf: [
      'jdbc:oracle',
      String.raw`conn(?:ect)?[ \\\t]`,
      String.raw`:\d{4,5}:[\w.*-]{1,63}:`,
      String.raw`:\*:[\w.*-]{1,63}:`,
    ],
  },
  find,
};
