/** The limit's worker: returns PACK_BYTES bytes for each call over RabbitMQ. Sends the name of its queue to the parent process. */
import { connect } from 'amqplib';

const connection = await connect(process.env.AMQP_URL, { noDelay: true });
const channel = await connection.createChannel();
const { queue } = await channel.assertQueue('', { exclusive: true });
const pack = Buffer.alloc(Number(process.env.PACK_BYTES), 'x');
const reply = ({ properties: { replyTo, correlationId } }) => channel.publish('', replyTo, pack, { correlationId });
await channel.consume(queue, reply, { noAck: true });
process.send({ queue });
process.on('disconnect', () => process.exit());
