/** What went wrong, in a sentence for the person at the terminal; shown without a stack trace. */
export class DemoError extends Error {}
