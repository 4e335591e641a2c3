import { Socket } from 'node:net';

/**
 * A socket that sends all that is written before the next tick with one system call. A call costs as much as making a short message, and
 * the other side wakes up once. It changes nothing over TLS, where the client writes through a socket of its own.
 */
export function createTurnSocket(): Socket {
  const socket = new Socket();
  // Connecting puts back the method that a socket has by itself.
  return socket.once('connect', () => collectWrites(socket));
}

function collectWrites(socket: Socket): void {
  const write = socket.write.bind(socket);
  let isCollecting = false;
  socket.write = (chunk: string | Uint8Array, ...rest: never[]): boolean => {
    if (!isCollecting) {
      isCollecting = true;
      socket.cork();
      process.nextTick(() => {
        isCollecting = false;
        socket.uncork();
      });
    }
    return write(chunk, ...rest);
  };
}
