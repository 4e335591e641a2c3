/** Soft hyphens, joiners and spaces without width. */
const INVISIBLE = /[\u00AD\u200B-\u200D\u2060\uFEFF]/gu;

/** A text without the invisible characters that may stand within a word, so that a word is the same with and without them. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');
