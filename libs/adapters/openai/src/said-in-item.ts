import { parsedInput, saidCall, saidResult, saidText, type Said } from '@strata/adapter-base/said';
import { withoutRecalled } from '@strata/adapter-base/without-recalled';
import type { EasyInputMessage, ResponseInputItem, ResponseOutputItem } from 'openai/resources/responses/responses';

export type Item = ResponseInputItem | ResponseOutputItem;
type Message = EasyInputMessage | ResponseInputItem.Message | (ResponseOutputItem & { readonly type: 'message' });

export const isMessage = (item: Item): item is Message => 'role' in item && 'content' in item;

/** The texts of a message or of a result, line by line. */
export function textOf(content: string | readonly object[] | null | undefined): string {
  if (typeof content === 'string') return content;
  const texts = (content ?? []).flatMap((part) => {
    const { text, refusal, logs } = part as { text?: string; refusal?: string; logs?: string };
    return text ?? refusal ?? logs ?? [];
  });
  return texts.join('\n');
}

/**
 * What an item says. System messages, thoughts, files and images say nothing. `names` are those of the tools by the ids of their calls:
 * a result does not repeat them.
 */
export function saidInItem(item: Item, names: ReadonlyMap<string, string>): Said[] {
  if (isMessage(item)) {
    if (item.role === 'user') return saidText('user', withoutRecalled(textOf(item.content)).trim());
    return item.role === 'assistant' ? saidText('assistant', textOf(item.content)) : [];
  }
  switch (item.type) {
    case 'function_call':
      return saidCall({ toolName: item.name, toolCallId: item.call_id }, parsedInput(item.arguments));
    case 'custom_tool_call':
      return saidCall({ toolName: item.name, toolCallId: item.call_id }, item.input);
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const toolCallId = item.call_id ?? '';
      const value = parsedInput(textOf(item.output));
      return saidResult({ toolName: names.get(toolCallId), toolCallId }, { value, isError: undefined });
    }
    case 'local_shell_call':
    case 'shell_call':
      return saidCall({ toolName: 'shell', toolCallId: item.call_id }, item.action);
    case 'local_shell_call_output':
      return saidResult({ toolName: 'shell', toolCallId: item.id }, { value: item.output, isError: undefined });
    case 'shell_call_output':
      return saidResult({ toolName: 'shell', toolCallId: item.call_id }, { value: item.output, isError: undefined });
    case 'apply_patch_call':
      return saidCall({ toolName: 'apply_patch', toolCallId: item.call_id }, item.operation);
    case 'apply_patch_call_output': {
      const result = { value: item.output ?? item.status, isError: item.status === 'failed' };
      return saidResult({ toolName: 'apply_patch', toolCallId: item.call_id }, result);
    }
    case 'computer_call':
      return saidCall({ toolName: 'computer', toolCallId: item.call_id }, item.actions ?? item.action);
    default:
      return saidByProvider(item);
  }
}

/** Calls of tools that the provider runs itself: what was asked and what came of it is in one item. */
function saidByProvider(item: Item): Said[] {
  switch (item.type) {
    case 'mcp_call': {
      const tool = { toolName: item.name, toolCallId: item.id };
      const call = saidCall(tool, parsedInput(item.arguments));
      if (isGiven(item.error)) return [...call, ...saidResult(tool, { value: item.error, isError: true })];
      if (!isGiven(item.output)) return call;
      return [...call, ...saidResult(tool, { value: parsedInput(item.output), isError: false })];
    }
    case 'web_search_call':
      return saidCall({ toolName: 'web_search', toolCallId: item.id }, item.action);
    case 'file_search_call': {
      const tool = { toolName: 'file_search', toolCallId: item.id };
      const call = saidCall(tool, { queries: item.queries });
      if (!isGiven(item.results)) return call;
      return [...call, ...saidResult(tool, { value: item.results, isError: false })];
    }
    case 'code_interpreter_call': {
      const tool = { toolName: 'code_interpreter', toolCallId: item.id };
      const call = saidCall(tool, { code: item.code });
      if (!isGiven(item.outputs)) return call;
      return [...call, ...saidResult(tool, { value: textOf(item.outputs), isError: item.status === 'failed' })];
    }
    default:
      return [];
  }
}

/** The names of called tools, by the ids of the calls. */
export const namesIn = (items: readonly Item[]): Map<string, string> =>
  new Map(
    items.flatMap((item): [string, string][] =>
      item.type === 'function_call' || item.type === 'custom_tool_call' ? [[item.call_id, item.name]] : [],
    ),
  );

/** The wire has null where nothing is. */
export const isGiven = <Value>(value: Value): value is NonNullable<Value> => value !== null && value !== undefined;
