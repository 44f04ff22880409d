import type { Socket } from 'node:net'

/** Settles with the result of `wait`, or rejects when the socket closes or the signal is aborted. */
export function socketUntil<T>(
  socket: Socket,
  signal: AbortSignal,
  wait: (resolve: (value: T) => void, reject: (error: unknown) => void) => void,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const abort = () => reject(signal.reason)
  const close = () => reject(Object.assign(new Error('socket closed'), { code: 'ECONNRESET' }))
  signal.addEventListener('abort', abort)
  socket.on('error', reject).on('close', close)
  if (signal.aborted) abort()
  wait(resolve, reject)
  return promise.finally(() => {
    signal.removeEventListener('abort', abort)
    // The last listener stays until the next owner adds one: an error on a socket without a listener ends the process.
    socket
      .on('error', () => {})
      .off('error', reject)
      .off('close', close)
  })
}
