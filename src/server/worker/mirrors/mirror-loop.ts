/** A part of a process that follows mirrors. */
export interface MirrorLoop {
  start(): void
  /** Settles when the open batches have ended, or were given up. */
  stop(): Promise<void>
}

/** How long mirrors may take to end their open batch when the process stops, in milliseconds. */
const END_MS = 3_000

/** @param follow settles when `enough` or `abort` is aborted */
export function makeMirrorLoop(
  follow: (signals: { readonly enough: AbortSignal; readonly abort: AbortSignal }) => Promise<void>,
): MirrorLoop {
  let enough = new AbortController()
  let abort = new AbortController()
  let following: Promise<void> = Promise.resolve()
  return {
    start: () => {
      enough = new AbortController()
      abort = new AbortController()
      following = follow({ enough: enough.signal, abort: abort.signal })
    },
    stop: async () => {
      enough.abort()
      const late = setTimeout(() => abort.abort(), END_MS)
      await following
      clearTimeout(late)
    },
  }
}
