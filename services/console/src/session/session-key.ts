/** The key of the session among what was read. */
export const SESSION_KEY = ['session'] as const;
