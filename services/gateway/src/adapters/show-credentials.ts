import type { Credentials } from '../first-tenant/credentials.ts';

/** Shows the first tenant's credentials to whoever watches the first start; they are said nowhere else but in the file. */
export const showCredentials =
  (file: string, write: (text: string) => void) =>
  ({ baseUrl, apiKey, testApiKey, email, password }: Credentials): void => {
    const lines = [
      'A first tenant was made. Its credentials:',
      `  base URL      ${baseUrl}`,
      `  API key       ${apiKey}`,
      `  test API key  ${testApiKey}`,
      `  e-mail        ${email}`,
      `  password      ${password}`,
      `They are kept in ${file} and are not shown again.`,
    ];
    write(`\n${lines.join('\n')}\n\n`);
  };
