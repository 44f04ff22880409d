import type { Socket } from 'node:net'

/**
 * Takes the socket of a driver for one exchange, because the driver would make values or copies of every row. The driver is idle, and gets its
 * socket back as it was.
 * @param read takes what comes, and throws what cannot be the protocol's. @param reject is told when the socket dies
 * @returns gives the socket back
 */
export function borrowSocket(
  socket: Socket,
  read: (chunk: Buffer) => void,
  reject: (error: unknown) => void,
): () => void {
  const drivers = socket.listeners('data') as ((chunk: Buffer) => void)[]
  socket.removeAllListeners('data')
  const take = (chunk: Buffer) => {
    try {
      read(chunk)
    } catch (error) {
      reject(error)
      socket.destroy()
    }
  }
  const closed = () => Object.assign(new Error('socket closed'), { code: 'ECONNRESET' })
  const lost = () => reject(socket.errored ?? closed())
  // A server that ends the connection takes no more rows, so those that wait would wait for ever.
  const ended = () => {
    reject(closed())
    socket.destroy()
  }
  socket.on('data', take).on('end', ended).on('close', lost)
  if (socket.destroyed) lost()
  return () => {
    socket.off('data', take).off('end', ended).off('close', lost)
    for (const listener of drivers) socket.on('data', listener)
  }
}
