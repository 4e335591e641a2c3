import { OPERATIONS } from '@strata/contracts/operations/table';
import { createOpenApiDocument } from './create-document.ts';

/** The text of `docs/openapi.json`: the document of any deployment. Its server is the host that served it. */
export const checkedInCopy = (): string => `${JSON.stringify(createOpenApiDocument(OPERATIONS, '/'), null, 2)}\n`;
