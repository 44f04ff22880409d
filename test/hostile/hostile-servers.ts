import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { MYSQL_ANSWERS } from './hostile-mysql.ts'
import { POSTGRES_ANSWERS } from './hostile-postgres.ts'

/** What a server does with whoever comes. */
export type Welcome = (socket: Socket) => void

/** Says nothing, or one byte a second of whatever it would say. */
const SLOW: Readonly<Record<string, Welcome>> = {
  silence: (socket) => void socket.resume(),
  drip: (socket) => {
    const drip = setInterval(() => socket.write('R'), 1_000)
    socket.on('close', () => clearInterval(drip)).resume()
  },
}

// A process of its own, so that those who measure are not kept by what it sends. Prints the port of each server.
const ports: Record<string, number> = {}
for (const [name, welcome] of Object.entries({ ...POSTGRES_ANSWERS, ...MYSQL_ANSWERS, ...SLOW })) {
  const server = createServer((socket) => welcome(socket.on('error', () => {}))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ports[name] = (server.address() as AddressInfo).port
}
process.stdout.write(JSON.stringify(ports))
