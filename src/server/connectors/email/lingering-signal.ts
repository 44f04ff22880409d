/**
 * A signal that is aborted some time after another. A message that is under way gets the time to end, because one that is interrupted may
 * have been sent and nobody would know.
 */
export function lingeringSignal(signal: AbortSignal, milliseconds: number): AbortSignal {
  const late = new AbortController()
  const abort = () => void setTimeout(() => late.abort(signal.reason), milliseconds).unref()
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return late.signal
}
