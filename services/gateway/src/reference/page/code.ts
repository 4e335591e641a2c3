import { markup, type Html } from './html.ts';

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** A value as coloured JSON. */
export const jsonCode = (value: unknown): Html => block(coloured(JSON.stringify(value, null, 2)));

/** Plain text. */
export const plainCode = (text: string): Html => block(markup`${text}`);

const block = (content: Html): Html => markup`<pre tabindex="0"><code>${content}</code></pre>`;

function coloured(json: string): Html {
  const parts: Html[] = [];
  let done = 0;
  for (const match of json.matchAll(TOKEN)) {
    const [token, string, colon] = match;
    const kind = string === undefined ? 'n' : colon === undefined ? 's' : 'k';
    parts.push(markup`${json.slice(done, match.index)}<span class="${kind}">${string ?? token}</span>${colon}`);
    done = match.index + token.length;
  }
  return markup`${parts}${json.slice(done)}`;
}

export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly hasCredential: boolean;
  readonly body: unknown;
}

/** The request as a shell command, with its credential in `$KEY`. */
export function curlCode({ method, url, hasCredential, body }: CurlRequest): Html {
  const isImplied = method === (body === undefined ? 'GET' : 'POST');
  const words = [
    markup`curl${isImplied ? '' : ` -X ${method}`} ${quoted(url)}`,
    ...(hasCredential ? [markup`-H "Authorization: Bearer $KEY"`] : []),
    ...(body === undefined ? [] : [markup`-H 'Content-Type: application/json'`, markup`-d ${quotedJson(body)}`]),
  ];
  return block(markup`${words.map((word, i) => (i === 0 ? word : markup` \\\n  ${word}`))}`);
}

const quoted = (text: string): string => `'${insideQuotes(text)}'`;
const quotedJson = (value: unknown): Html => markup`'${coloured(insideQuotes(JSON.stringify(value, null, 2)))}'`;
/** A single quote in a quoted shell text: end the text, add the quote, and begin the text again. */
const insideQuotes = (text: string): string => text.replaceAll("'", String.raw`'\''`);
