import { ProtocolError, ProtocolErrorCode, type CallToolResult } from '@modelcontextprotocol/server';
import { ToolFault } from './tools/tool.ts';

/** An error of an operation, in the service's own process or from the SDK. */
interface OperationError {
  readonly code: string;
  readonly message: string;
  readonly details?: readonly { readonly field: string; readonly message: string }[] | undefined;
}

/** What to do about an error, by its code. */
const ADVICE: Readonly<Record<string, string>> = {
  unauthorized: 'The API key of this MCP server is not valid: the user has to set another one.',
  forbidden: 'The API key of this MCP server may not do this: the user has to allow it or use another key.',
  rate_limited: 'Wait as long as the message says.',
  unavailable: 'Memory is away for the moment. Go on without it, and try again later.',
  connection_failed: 'Strata does not respond: the user has to start it or correct its URL. Go on without memory.',
  timed_out: 'Strata did not respond in time. Go on without memory, and try again later.',
};

/** The answer of a tool that failed: what happened, and what to do. Of an unknown error it shows nothing. */
export function failedAnswer(error: unknown): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: describe(error) }] };
}

/** The same for requests that are no calls of tools. */
export const failedRequest = (error: unknown): ProtocolError =>
  ProtocolError.isInstance(error) ? error : new ProtocolError(ProtocolErrorCode.InternalError, describe(error));

/** Whether the error says by itself what is wrong, so that nobody has to look at this program. */
export const isExpected = (error: unknown): boolean =>
  error instanceof ToolFault || ProtocolError.isInstance(error) || isOperationError(error);

function describe(error: unknown): string {
  if (error instanceof ToolFault) return sentence(error.message);
  if (!isOperationError(error)) return 'The tool failed because of an internal error. Go on without it.';
  const { code, message, details = [] } = error;
  const faults = details
    .map(({ field, message: fault }) => `${field} ${fault}`)
    .filter((text) => !message.includes(text));
  return [
    `Failed (${code}): ${sentence(message)}`,
    ...faults.map(sentence),
    ...(ADVICE[code] ? [ADVICE[code]] : []),
  ].join(' ');
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const isOperationError = (error: unknown): error is OperationError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && KNOWN.test(error.code);

/** Codes of the API, unlike those of Node, are in lower case. */
const KNOWN = /^[a-z_]+$/;
