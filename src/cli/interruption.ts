/** Aborted by the first Ctrl-C; the second one ends the process at once. */
export interface Interruption {
  readonly signal: AbortSignal
  /** Ctrl-C ends the process again. */
  end(): void
}

/** The exit code of a program that Ctrl-C has ended, as shells know it. */
export const INTERRUPTED = 130

export function listenForInterruption(): Interruption {
  const controller = new AbortController()
  const abort = () => controller.abort()
  process.once('SIGINT', abort)
  return { signal: controller.signal, end: () => void process.off('SIGINT', abort) }
}
