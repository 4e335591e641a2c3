import { secretsOf, type Detector } from './detector.ts';

/** 40 characters that say nothing by their form, so what stands before them has to; that stays. */
const SECRET_KEY =
  /secret[_-]?access[_-]?key["'`]{0,2}(?:\s{0,4}(?::=|=>|[:=])\s{0,4}["'`]{0,2}|\n\0=\0\n)(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/dgi;

/** Finds for the rule that knows the ids of keys by their form. */
export const AWS_SECRET_KEY_DETECTOR: Detector = {
  ruleId: 'aws',
  hint: { anyOf: ['access[_-]?key'] },
  find: (text) => secretsOf(text, SECRET_KEY),
};
