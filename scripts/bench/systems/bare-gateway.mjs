/** The limit of the share of gateway and broker: one call to QUEUE over RabbitMQ for each request. Sends its port to the parent process. */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { connect } from 'amqplib';

const DIRECT_REPLY_TO = 'amq.rabbitmq.reply-to';
const connection = await connect(process.env.AMQP_URL, { noDelay: true });
const channel = await connection.createChannel();
const waiting = new Map();
let lastId = 0;
const take = ({ properties: { correlationId }, content }) => {
  waiting.get(correlationId).end(content);
  waiting.delete(correlationId);
};
await channel.consume(DIRECT_REPLY_TO, take, { noAck: true });
const server = createServer(async (request, response) => {
  const body = await buffer(request);
  const correlationId = String(++lastId);
  waiting.set(correlationId, response);
  channel.publish('', process.env.QUEUE, body, { replyTo: DIRECT_REPLY_TO, correlationId });
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit());
