import { InvalidArgumentError } from 'commander';

/** A whole number from 1. */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/u.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

/** Collects an option that may be given several times. */
export const several = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];
