import { z } from 'zod';
import { textFault } from './json.ts';

const MAXIMUM = 200;
/** Compatibility forms make a name longer. Beyond this many UTF-16 units none is short enough, so it is not normalized. */
const MOST_UNITS = 4 * MAXIMUM;

// What cannot be seen, ends a line, or changes the direction of the text after it. U+2800 is an empty Braille pattern.
const UNSEEN = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800`;
const PICTURE = String.raw`\p{Extended_Pictographic}`;
// Within an emoji, a variation selector and zero-width joiners are a part of the picture. Each character has one way to
// match, so that the time stays linear.
const IN_EMOJI = String.raw`(?<=${PICTURE})\uFE0F|(?<=[#*0-9])\uFE0F(?=\u20E3)|(?<=[${PICTURE}\p{Emoji_Modifier}\uFE0F])\u200D(?=${PICTURE})`;
/** The characters of a name. */
export const NAME_PATTERN = String.raw`^(?=[^]*\S)(?:[^${UNSEEN}]|${IN_EMOJI})*$`;
const ALLOWED = new RegExp(NAME_PATTERN, 'u');

/** The stored form of a name: NFKC (full-width letters become plain ones), trimmed. Two names that look the same are equal. */
export const normalizeName = (name: string): string => name.normalize('NFKC').trim();

/**
 * A name that people read, of 1 to 200 characters, normalized. Characters that cannot be seen are rejected: two names that
 * look the same must be the same.
 */
export const nameText = (): z.ZodString =>
  z
    .string()
    .overwrite((value) => (value.length > MOST_UNITS ? value : normalizeName(value)))
    .superRefine((value, context) => {
      const fault = textFault(value, 1, MAXIMUM) ?? characterFault(value);
      if (fault) context.addIssue(fault);
    })
    .meta({ minLength: 1, maxLength: MAXIMUM, pattern: NAME_PATTERN });

const characterFault = (value: string): z.core.$ZodSuperRefineIssue | undefined =>
  ALLOWED.test(value)
    ? undefined
    : {
        code: 'custom',
        message: 'contains a character that cannot be seen or that changes the direction of the text',
        input: value,
      };
