import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

export interface EndlessPostgres {
  readonly port: number
  stop(): Promise<void>
}

function message(type: string, ...parts: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  const header = Buffer.alloc(5)
  header.write(type)
  header.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}

const SIGNED_IN = Buffer.concat([
  message('R', Buffer.of(0, 0, 0, 0)),
  message('K', Buffer.alloc(8, 1)),
  message('Z', 'I'),
])
const ONE_COLUMN = message('T', Buffer.of(0, 1), 'a\0', Buffer.alloc(6), Buffer.of(0, 0, 0, 25), Buffer.alloc(8))
const ROW = message('D', Buffer.of(0, 1), Buffer.of(0, 0, 0, 5), 'table')
const ROWS = Buffer.concat(Array<Buffer>(2_000).fill(ROW))

/** Signs everybody in, and answers the first question with rows without end: a catalogue that is never over. */
export async function startEndlessPostgres(): Promise<EndlessPostgres> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let isSignedIn = false
    const more = () => {
      while (!socket.destroyed && socket.write(ROWS));
    }
    socket
      .on('error', () => {})
      .on('close', () => sockets.delete(socket))
      .on('data', () => {
        if (isSignedIn) {
          socket.write(ONE_COLUMN)
          socket.on('drain', more)
          more()
        } else socket.write(SIGNED_IN)
        isSignedIn = true
      })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
