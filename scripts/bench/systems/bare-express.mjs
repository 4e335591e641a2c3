/** The limit of a capture: the least that Express can do with a JSON body. Sends its port to the parent process. */
import express from 'express';

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.use(express.json({ limit: '16mb' }));
app.get('/health', (_request, response) => {
  response.json({ ok: true });
});
app.post('/v1/capture', (request, response) => {
  response.status(202).json({ ok: true, data: { eventId: request.body.sessionId } });
});
const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () =>
  process.send({ port: server.address().port }),
);
process.on('disconnect', () => process.exit());
