import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// Does nothing but answer: how long that takes is how busy the machine is.
const server = createServer((_, answer) => answer.end('{}')).listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
