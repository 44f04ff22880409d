import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What becomes of a connection when the client has sent something: it goes on; it is reset before the server has got it; the server gets
 * it, but the client never sees the answer and is reset; or nothing passes any more in either direction and nobody is told.
 */
export type Verdict = 'pass' | 'reset' | 'lose-answer' | 'black-hole'

/** It goes on, and the bytes of its server are counted from here. */
export const COUNT = 'count'

/** How the wire itself is; whatever is absent is as good as it can be. May be changed while connections stand. */
export interface Wire {
  /** How long every piece is on its way, in milliseconds. */
  latency?: number
  /** Of the server's answers. */
  bytesPerSecond?: number
  /** In how small pieces the server's answers come. */
  pieceBytes?: number
  /** After so many bytes of the server a connection is reset. */
  cutAfter?: number
}

export interface ProxyRules {
  /** Sees what the client sends, piece by piece. */
  readonly judge?: (sent: Buffer) => Verdict | typeof COUNT
  readonly wire?: Wire
  /** A server that has not answered by then owes no answer. In milliseconds; absent: it is waited for. */
  readonly answerWait?: number
}

export interface TcpProxy {
  readonly port: number
  /** Breaks every connection, at once and without a word. */
  breakAll(): void
  /** From now on nothing passes on any connection, and new ones are taken and never answered. */
  goDark(): void
  stop(): Promise<void>
}

/** Stands between a client and a server on loopback and misbehaves on request. */
export async function startTcpProxy(
  target: { readonly host: string; readonly port: number },
  { judge = () => 'pass', wire = {}, answerWait }: ProxyRules = {},
): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isDark = false
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host)
    let state: Verdict = isDark ? 'black-hole' : 'pass'
    let answered = 0
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    const deliver = inOrder(wire, (piece) => {
      if (wire.cutAfter !== undefined && answered + piece.length > wire.cutAfter) return void client.resetAndDestroy()
      answered += piece.length
      client.write(piece)
    })
    client.on('data', (sent) => {
      if (isDark) state = 'black-hole'
      const verdict = state === 'pass' ? judge(sent) : state
      if (verdict === COUNT) answered = 0
      else state = verdict
      if (state === 'reset') client.resetAndDestroy()
      if (state === 'pass' || state === 'lose-answer') upstream.write(sent)
      if (state === 'lose-answer' && answerWait !== undefined) setTimeout(() => client.resetAndDestroy(), answerWait)
    })
    upstream.on('data', (answer) => {
      if (isDark || state === 'black-hole') return
      if (state === 'lose-answer') client.resetAndDestroy()
      else deliver(answer)
    })
    // A client whose answer was lost is gone before the server learns of it, as with a broken network.
    client.on('close', () => setTimeout(() => upstream.destroy(), state === 'lose-answer' ? 50 : 0))
    upstream.on('close', () => {
      if (state !== 'black-hole') client.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    breakAll,
    goDark() {
      isDark = true
    },
    async stop() {
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Hands pieces on as the wire lets them through, one after the other. */
function inOrder(wire: Wire, deliver: (piece: Buffer) => void): (bytes: Buffer) => void {
  let last = Promise.resolve()
  return (bytes) => {
    const { latency = 0, bytesPerSecond, pieceBytes = bytes.length } = wire
    if (latency === 0 && bytesPerSecond === undefined && pieceBytes === bytes.length) return deliver(bytes)
    last = last.then(async () => {
      if (latency > 0) await sleep(latency)
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        const piece = bytes.subarray(at, at + pieceBytes)
        if (bytesPerSecond !== undefined) await sleep((1_000 * piece.length) / bytesPerSecond)
        else await new Promise(setImmediate)
        deliver(piece)
      }
    })
  }
}
