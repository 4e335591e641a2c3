import { secretsOf, type Detector } from './detector.ts';

/** 40 characters without a form of their own, recognized by the name before them. The name is kept. */
const SECRET_KEY =
  /secret[_-]?access[_-]?key["'`]{0,2}(?:\s{0,4}(?::=|=>|[:=])\s{0,4}["'`]{0,2}|\n\0=\0\n)(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/dgi;

/** Belongs to the rule `aws`, which also finds the ids of keys by their form. */
export const AWS_SECRET_KEY_DETECTOR: Detector = {
  ruleId: 'aws',
  hint: { anyOf: ['access[_-]?key'] },
  find: (text) => secretsOf(text, SECRET_KEY),
};
