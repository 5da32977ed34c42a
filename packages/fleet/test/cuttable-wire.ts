import { connect, createServer, type Server, type Socket } from 'node:net';

/** Passes a loopback port on to another, until it is cut: then nothing gets through, and nobody is told. */
export class CuttableWire {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;
  readonly #state: { whole: boolean };

  private constructor(server: Server, sockets: Set<Socket>, state: { whole: boolean }) {
    this.#server = server;
    this.#sockets = sockets;
    this.#state = state;
    this.port = (server.address() as { port: number }).port;
  }

  static async start(to: number): Promise<CuttableWire> {
    const sockets = new Set<Socket>();
    const state = { whole: true };
    const server = createServer((near) => {
      if (!state.whole) {
        near.destroy();
        return;
      }
      const far = connect(to, '127.0.0.1');
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ]) {
        sockets.add(socket);
        socket.on('data', (piece) => {
          if (state.whole) other.write(piece);
        });
        socket.on('error', () => {});
        socket.on('close', () => {
          sockets.delete(socket);
          if (state.whole) other.destroy();
        });
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new CuttableWire(server, sockets, state);
  }

  cut(): void {
    this.#state.whole = false;
  }

  mend(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#state.whole = true;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}
