import { Marked } from 'marked';
import { Html } from './html.ts';

const marked = new Marked({ async: false, gfm: true });

/** Renders Markdown from our own sources. User input is never rendered. */
export const markdown = (text: string): Html => new Html(marked.parse(text) as string);

/** Renders Markdown without a paragraph around it. */
export const inlineMarkdown = (text: string): Html => new Html(marked.parseInline(text) as string);
