/** A failure whose message is meant for the user; printed without a stack trace. */
export class DemoError extends Error {}
