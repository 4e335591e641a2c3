import type { LanguageModelV4Content, LanguageModelV4Message, LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import { parsedInput, saidCall, saidResult, saidText, type Said, type ToolResult } from '@strata/adapter-base/said';
import { withoutRecalled } from '@strata/adapter-base/without-recalled';

/** What a message of a prompt says. System messages, files and thoughts say nothing. */
export function saidInPrompt(message: LanguageModelV4Message): Said[] {
  switch (message.role) {
    case 'system':
      return [];
    case 'user':
      return saidText('user', textOf(message));
    case 'assistant':
      return message.content.flatMap((part) => {
        if (part.type === 'text') return saidText('assistant', part.text);
        if (part.type === 'tool-call') return saidCall(part, part.input);
        return part.type === 'tool-result' ? saidResult(part, resultOf(part.output)) : [];
      });
    case 'tool':
      return message.content.flatMap((part) =>
        part.type === 'tool-result' ? saidResult(part, resultOf(part.output)) : [],
      );
  }
}

/** What a model answered: texts, calls of tools, and the results of tools that the provider ran itself. */
export function saidInAnswer(content: readonly LanguageModelV4Content[]): Said[] {
  return content.flatMap((part) => {
    if (part.type === 'text') return saidText('assistant', part.text);
    if (part.type === 'tool-call') return saidCall(part, parsedInput(part.input));
    if (part.type !== 'tool-result' || part.preliminary === true) return [];
    return saidResult(part, { value: part.result, isError: part.isError === true });
  });
}

/** The texts of a message of a user, without what was recalled. */
export const textOf = ({ content }: LanguageModelV4Message & { readonly role: 'user' }): string =>
  withoutRecalled(content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n')).trim();

function resultOf(output: LanguageModelV4ToolResultOutput): ToolResult {
  switch (output.type) {
    case 'text':
    case 'json':
      return { value: output.value, isError: false };
    case 'error-text':
    case 'error-json':
      return { value: output.value, isError: true };
    case 'execution-denied':
      return { value: output.reason ?? 'The call was denied', isError: true };
    case 'content':
      return {
        value: output.value.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n'),
        isError: false,
      };
  }
}
