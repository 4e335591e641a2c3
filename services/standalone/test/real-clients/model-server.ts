import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { anthropicMessages } from './anthropic-messages.ts';
import { chatCompletions } from './chat-completions.ts';
import { geminiContents } from './gemini-contents.ts';
import { openaiResponses } from './openai-responses.ts';
import type { ModelReply, ModelRequest } from './wire-format.ts';

const FORMATS = [anthropicMessages, openaiResponses, geminiContents, chatCompletions];
/** What the clients call their shell. */
const SHELL = /^(?:Bash|bash|shell|shell_command|exec_command|run_shell_command)$/;

/** What the model does with a prompt: it runs the commands one after the other, and then answers. */
export interface Turn {
  readonly commands: readonly string[];
  readonly answer: string;
}

/** A server that answers as the providers of models do, in the format of the path that it is asked on. */
export interface ModelServer extends AsyncDisposable {
  readonly url: string;
  turn: Turn;
  /** The requests with tools: others are the client's own, such as for a title. */
  readonly requests: ModelRequest[];
  /** Paths that it does not know. */
  readonly unknown: string[];
}

export async function serveModels(): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const unknown: string[] = [];
  let calls = 0;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const path = request.url ?? '';
      const format = request.method === 'POST' ? FORMATS.find(({ matches }) => matches(path)) : undefined;
      if (format === undefined) {
        unknown.push(`${String(request.method)} ${path}`);
        response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"Not found"}}');
        return;
      }
      const given = JSON.parse(body) as { stream?: boolean };
      const asked = format.read(given);
      const shell = asked.tools.find((name) => SHELL.test(name));
      if (shell !== undefined) requests.push(asked);
      const command = shell === undefined ? undefined : served.turn.commands[asked.results];
      const reply: ModelReply =
        shell === undefined || command === undefined
          ? { answer: shell === undefined ? 'A title' : served.turn.answer }
          : {
              tool: shell,
              input: shellInput(shell, command),
              callId: `call_${String((calls += 1))}_${String(process.pid)}`,
            };
      if (given.stream === true || path.includes('streamGenerateContent')) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const [name, data] of format.events(reply))
          response.write(
            `${name === '' ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
          );
        response.end();
      } else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(format.whole(reply)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const served: ModelServer = {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    turn: { commands: [], answer: '' },
    requests,
    unknown,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return served;
}

const shellInput = (tool: string, command: string): Record<string, unknown> =>
  tool === 'exec_command' ? { cmd: command } : { command, description: 'Run a command' };
