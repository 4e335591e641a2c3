import type { AgentInputItem } from '@openai/agents-core';
import { parsedInput, saidCall, saidResult, saidText, type Said } from '@strata/adapter-base/said';
import { withoutRecalled } from '@strata/adapter-base/without-recalled';

/** The texts of a message or of a result, line by line. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const texts = [content].flat().flatMap((part) => {
    const { text, refusal } = Object(part) as { text?: unknown; refusal?: unknown };
    return [text, refusal].filter((one) => typeof one === 'string');
  });
  return texts.join('\n');
}

/** What an item of a session says. System messages, thoughts, files and images say nothing. */
export function saidInItem(item: AgentInputItem): Said[] {
  switch (item.type) {
    case undefined:
    case 'message':
      if (item.role === 'user') return saidText('user', withoutRecalled(textOf(item.content)).trim());
      return item.role === 'assistant' ? saidText('assistant', textOf(item.content)) : [];
    case 'function_call':
      return saidCall({ toolName: item.name, toolCallId: item.callId }, parsedInput(item.arguments));
    case 'function_call_result': {
      const value = parsedInput(textOf(item.output));
      return saidResult({ toolName: item.name, toolCallId: item.callId }, { value, isError: undefined });
    }
    case 'hosted_tool_call': {
      const tool = { toolName: item.name, toolCallId: item.id ?? '' };
      const call = saidCall(tool, parsedInput(item.arguments ?? ''));
      if (item.output === undefined) return call;
      const isError = item.status === undefined ? undefined : item.status === 'failed';
      return [...call, ...saidResult(tool, { value: item.output, isError })];
    }
    case 'shell_call':
      return saidCall({ toolName: 'shell', toolCallId: item.callId }, item.action);
    case 'shell_call_output':
      return saidResult({ toolName: 'shell', toolCallId: item.callId }, { value: item.output, isError: undefined });
    case 'apply_patch_call':
      return saidCall({ toolName: 'apply_patch', toolCallId: item.callId }, item.operation);
    case 'apply_patch_call_output': {
      const result = { value: item.output ?? item.status, isError: item.status === 'failed' };
      return saidResult({ toolName: 'apply_patch', toolCallId: item.callId }, result);
    }
    case 'computer_call':
      return saidCall({ toolName: 'computer', toolCallId: item.callId }, item.actions ?? item.action);
    default:
      return [];
  }
}
