/** Tells work that nobody waits for it any more; a browser's `AbortSignal` is one. */
export interface StopSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
}
