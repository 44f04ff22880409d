/** Short of the five seconds in which a run that is cancelled has to be over. */
const LINGERING_MS = 4_000

/**
 * A signal that is aborted some time after another. A call that changes something outside gets the time to end, because one that is interrupted
 * may have been done and nobody would know.
 */
export function lingeringSignal(signal: AbortSignal, milliseconds = LINGERING_MS): AbortSignal {
  const late = new AbortController()
  const abort = () => void setTimeout(() => late.abort(signal.reason), milliseconds).unref()
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return late.signal
}
