/** Less than the five seconds in which a cancelled run must end. */
const LINGERING_MS = 4_000

/**
 * A signal that is aborted some time after another. A call with an effect outside gets this time to end, because the outcome of an interrupted
 * call would be unknown.
 */
export function lingeringSignal(signal: AbortSignal, milliseconds = LINGERING_MS): AbortSignal {
  const late = new AbortController()
  const abort = () => void setTimeout(() => late.abort(signal.reason), milliseconds).unref()
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return late.signal
}
