import { Marked } from 'marked';
import { Html } from './html.ts';

const marked = new Marked({ async: false, gfm: true });

/** Markdown of our own as markup. Nothing from outside is ever rendered. */
export const markdown = (text: string): Html => new Html(marked.parse(text) as string);

/** The same without a paragraph around it, for one line among others. */
export const inlineMarkdown = (text: string): Html => new Html(marked.parseInline(text) as string);
