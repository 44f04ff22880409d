/** Signals that nobody waits for the work any more; a browser's `AbortSignal` implements it. */
export interface StopSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
}
