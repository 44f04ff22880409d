import { type AddressInfo, createServer, type Socket } from 'node:net'

// A Postgres that lets everybody in, and answers each question with rows without an end. In a process of its own, whose work is not that of the server.

const u32 = (number: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  return bytes
}
const message = (type: string, ...parts: (Buffer | string)[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  return Buffer.concat([Buffer.from(type), u32(body.length + 4), body])
}

const GREETING = Buffer.concat([message('R', u32(0)), message('Z', 'I')])
const NUMBERS = Buffer.from([255, 255, 255, 255, 255, 255, 0, 0])
const COLUMN = message('T', Buffer.from([0, 1]), 'a\0', u32(0), Buffer.from([0, 0]), u32(25), NUMBERS)
/** Each of one NULL: 11 bytes on the wire, and many more in memory. */
const ROWS = Buffer.concat(Array.from({ length: 50_000 }, () => message('D', Buffer.from([0, 1, 255, 255, 255, 255]))))

const flood = (socket: Socket) => {
  while (!socket.destroyed && socket.write(ROWS));
}

const server = createServer((socket) => {
  let asked = 0
  socket
    .on('error', () => undefined)
    .on('drain', () => flood(socket))
    .on('data', () => {
      asked++
      if (asked === 1) socket.write(GREETING)
      if (asked !== 2) return
      socket.write(Buffer.concat([message('1'), message('2'), COLUMN]))
      flood(socket)
    })
}).listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))

process.on('disconnect', () => process.exit())
