import { secretsOf, type Detector, type Span } from './detector.ts';

/** 40 characters without a form of their own, recognized by the name before them. The name is kept. */
const SECRET_KEY =
  /secret[_-]?access[_-]?key["'`]{0,2}(?:\s{0,4}(?::=|=>|[:=])\s{0,4}["'`]{0,2}|\n\0=\0\n)(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/dgi;

/** After the id of its key, as in the exports of AWS. */
const AFTER_ID =
  /(?<![A-Za-z0-9])A(?:KIA|SIA)[A-Z0-9]{16}["'`]{0,2}[ \t]{0,4}(?:[,;:|]|[ \t]|\r?\n)[ \t]{0,4}["'`]{0,2}(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/dg;

function* find(text: string): Iterable<Span | undefined> {
  yield* secretsOf(text, SECRET_KEY);
  yield;
  yield* secretsOf(text, AFTER_ID);
}

/** Belongs to the rule `aws`, which also finds the ids of keys by their form. */
export const AWS_SECRET_KEY_DETECTOR: Detector = {
  ruleId: 'aws',
  hint: { anyOf: ['access[_-]?key', 'A(?:KIA|SIA)[A-Z0-9]{16}'] },
  find,
};
