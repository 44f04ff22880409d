import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'

export interface TcpProxy {
  readonly port: number
  /** Breaks every connection, at once and without a word. */
  breakAll(): void
  stop(): Promise<void>
}

export interface ProxyRules {
  /** Sees what the client sends; true lets it pass, but nothing of the answer, and then the connection breaks. */
  readonly losesAnswerTo?: (sent: Buffer) => boolean
}

/** Stands between a client and a server on loopback and misbehaves on request. */
export async function startTcpProxy(
  target: { readonly host: string; readonly port: number },
  { losesAnswerTo = () => false }: ProxyRules = {},
): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host)
    let isDeaf = false
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    client.on('data', (sent) => {
      isDeaf ||= losesAnswerTo(sent)
      upstream.write(sent)
    })
    upstream.on('data', (answer) => {
      if (isDeaf) client.destroy()
      else client.write(answer)
    })
    client.on('close', () => setTimeout(() => upstream.destroy(), isDeaf ? 50 : 0))
    upstream.on('close', () => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    breakAll,
    async stop() {
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}
