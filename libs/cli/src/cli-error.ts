/** How the program ends. */
export const EXIT = { ok: 0, failed: 1, usage: 2, denied: 3, notFound: 4, unavailable: 5 } as const;

/** An error of the user's input, or one that says itself what to do next. */
export class CliError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.name = 'CliError';
    this.exitCode = exitCode;
  }
}
