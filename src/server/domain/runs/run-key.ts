/** Who has made up the key of a run: a caller of the API, or the sender of a signed call to an inbound URL. */
type KeyOrigin = 'call' | 'inbound'

/**
 * The stored key: each origin has keys of its own, so that nobody who may run a flow can use up the id of a signed call. Keys of callers
 * are stored as they are, unless they look like one with an origin.
 */
export const runKey = (origin: KeyOrigin, flowId: string, key: string): string => {
  if (origin === 'inbound') return `inbound ${flowId} ${key}`
  return /^(inbound|call) /.test(key) ? `call ${key}` : key
}
