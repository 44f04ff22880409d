export interface StopRequest {
  readonly signal: AbortSignal
  /** Settles at the first request to stop. */
  readonly received: Promise<void>
}

/** A terminal, npm and our own starter each forward one Ctrl-C: signals within this time are the same request. */
const SAME_REQUEST_MS = 500

/** Listens for Ctrl-C, SIGTERM and the end of the parent process. `again` is called at a second request. */
export function makeStopRequest({ again }: { readonly again: () => void }): StopRequest {
  const controller = new AbortController()
  const { promise, resolve } = Promise.withResolvers<void>()
  let firstAt: number | undefined

  function request(): void {
    if (firstAt === undefined) {
      firstAt = Date.now()
      controller.abort()
      resolve()
    } else if (Date.now() - firstAt > SAME_REQUEST_MS) again()
  }
  process.on('SIGINT', request)
  process.on('SIGTERM', request)
  process.on('SIGHUP', request)
  process.once('disconnect', request)
  return { signal: controller.signal, received: promise }
}
