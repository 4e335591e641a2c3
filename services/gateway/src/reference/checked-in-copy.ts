import { OPERATIONS } from '@strata/contracts/operations/table';
import { createOpenApiDocument } from './create-document.ts';

/** The text of `docs/openapi.json`: the document of any deployment, addressed from wherever it was fetched. */
export const checkedInCopy = (): string => `${JSON.stringify(createOpenApiDocument(OPERATIONS, '/'), null, 2)}\n`;
