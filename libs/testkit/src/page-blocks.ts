import { marked, type Tokens } from 'marked';

/** One fenced block of a Markdown page. */
export interface PageBlock {
  /** The first word behind the fence, such as `sh`; empty without one. */
  readonly language: string;
  /** The second word, such as `agent.py`: the file that the reader saves the block as. Empty without one. */
  readonly file: string;
  readonly text: string;
}

/** The fenced blocks of a Markdown page, in their order. */
export function pageBlocks(page: string): PageBlock[] {
  const blocks: PageBlock[] = [];
  void marked.walkTokens(marked.lexer(page), (token) => {
    if (token.type !== 'code') return;
    const { lang = '', text } = token as Tokens.Code;
    const [language = '', file = ''] = lang.trim().split(/\s+/);
    blocks.push({ language, file, text });
  });
  return blocks;
}
