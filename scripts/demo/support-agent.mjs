/** Sessions of a support agent for customers of the same bookshop. */
import { addresses } from './support/addresses.mjs';
import { payments } from './support/payments.mjs';
import { refunds } from './support/refunds.mjs';

export const supportSessions = [...refunds, ...addresses, ...payments];
