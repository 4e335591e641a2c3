import { textsIn, type ModelReply, type WireFormat } from './wire-format.ts';

interface Body {
  readonly systemInstruction?: unknown;
  readonly contents?: readonly {
    readonly role: string;
    readonly parts: readonly { readonly functionResponse?: unknown }[];
  }[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
}

const chunkOf = (reply: ModelReply): object => ({
  candidates: [
    {
      content: {
        role: 'model',
        parts:
          'answer' in reply ? [{ text: reply.answer }] : [{ functionCall: { name: reply.tool, args: reply.input } }],
      },
      finishReason: 'STOP',
      index: 0,
    },
  ],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
  modelVersion: 'gemini-2.5-pro',
});

/** The API of Gemini. */
export const geminiContents: WireFormat = {
  matches: (path) => /:(?:streamGenerateContent|generateContent)(?:\?|$)/.test(path),
  read: (body) => {
    const { systemInstruction, contents = [], tools = [] } = body as Body;
    let results = 0;
    for (const { role, parts } of contents) {
      if (role !== 'user') continue;
      const found = parts.filter(({ functionResponse }) => functionResponse !== undefined).length;
      results = found === 0 ? 0 : results + found;
    }
    const functions = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations);
    return { text: textsIn([systemInstruction, contents]), tools: functions.map(({ name }) => name), results };
  },
  events: (reply) => [['', chunkOf(reply)]],
  whole: chunkOf,
};
