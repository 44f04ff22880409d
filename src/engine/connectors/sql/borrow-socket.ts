import type { Socket } from 'node:net'

/**
 * Takes the socket of a driver for one exchange, because the driver would create values or copies of every row. The driver is idle, and gets its
 * socket back unchanged.
 * @param read receives the data, and throws for bytes outside of the protocol. @param reject is called when the socket closes
 * @returns a function that returns the socket
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
  // A server that ends the connection accepts no more rows, so waiting rows would wait forever.
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
