import type { Credentials } from '../first-tenant/credentials.ts';

/** Prints the first tenant's credentials at the first start. They are not logged. */
export const showCredentials =
  (file: string, write: (text: string) => void) =>
  ({ baseUrl, apiKey, testApiKey, email, password }: Credentials): void => {
    const lines = [
      'The first tenant was created. Its credentials:',
      `  base URL      ${baseUrl}`,
      `  API key       ${apiKey}`,
      `  test API key  ${testApiKey}`,
      `  e-mail        ${email}`,
      `  password      ${password}`,
      `They are kept in ${file} and are not shown again.`,
    ];
    write(`\n${lines.join('\n')}\n\n`);
  };
