/** The text that replaces a secret. */
export const PLACEHOLDER = /\[secret:([a-z0-9_]{1,40}):[0-9a-f]{12}\]/g;

export const placeholderOf = (kind: string, fingerprint: string): string => `[secret:${kind}:${fingerprint}]`;

/** Stands for the fingerprint of any secret: where events are compared, and where there is no key to make one with. */
export const ANY_FINGERPRINT = '0'.repeat(12);
