import type { Logger } from '@strata/platform/log/logger';
import type { Credentials } from '../first-tenant/credentials.ts';

/** Text that a person reads, and that is not kept. */
export interface Terminal {
  write(text: string): unknown;
}

/**
 * Shows the first tenant's credentials at the first start: the keys and the password at a terminal only, since other output
 * is kept in logs. Otherwise names their file.
 */
export const showCredentials =
  (file: string, { terminal, logger }: { readonly terminal: Terminal | undefined; readonly logger: Logger }) =>
  ({ baseUrl, apiKey, testApiKey, email, password }: Credentials): void => {
    logger.info('The first tenant was created; its credentials are in a file', { file });
    const lines = [
      'The first tenant was created. Its credentials:',
      `  base URL      ${baseUrl}`,
      `  API key       ${apiKey}`,
      `  test API key  ${testApiKey}`,
      `  e-mail        ${email}`,
      `  password      ${password}`,
      `They are kept in ${file} and are not shown again.`,
    ];
    terminal?.write(`\n${lines.join('\n')}\n\n`);
  };
