/** The embedding provider of all compared systems, in a process of its own: OpenAI's embeddings interface without a model. */
import { createServer } from 'node:http';
import { embedText } from './embed-text.mjs';

const server = createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const { input, model, encoding_format: format } = JSON.parse(Buffer.concat(parts).toString());
    const texts = typeof input === 'string' ? [input] : input;
    const data = texts.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: encode(embedText(text), format),
    }));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ object: 'list', model, data, usage: { prompt_tokens: 1, total_tokens: 1 } }));
  });
});

const encode = (vector, format) =>
  format === 'base64' ? Buffer.from(Float32Array.from(vector).buffer).toString('base64') : vector;

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit());
