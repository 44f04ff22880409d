/** Codes of a connection that never stood, so that nothing can have been sent. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

export interface NetworkFailure {
  /** For a person. */
  readonly detail: string
  /** Whether the other side may have got the call. */
  readonly wasSent: boolean
}

/** Reads what `fetch` threw: it hides the reason in a chain of causes. */
export function networkFailure(error: unknown): NetworkFailure {
  const code = codeOf(error)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return { detail: 'Its address cannot be found.', wasSent: false }
  if (NEVER_SENT.has(code)) return { detail: 'Nothing answers at its address.', wasSent: false }
  if (/CERT|SELF_SIGNED|ERR_TLS|ERR_SSL|UNABLE_TO_/.test(code)) {
    return { detail: 'No trusted, encrypted connection could be made.', wasSent: false }
  }
  return { detail: 'The connection was lost before the answer came.', wasSent: true }
}

function codeOf(error: unknown): string {
  let at: unknown = error
  let code = ''
  while (at instanceof Error) {
    if ('code' in at && typeof at.code === 'string') code = at.code
    // A host with several addresses fails with one error for each.
    at = at instanceof AggregateError ? at.errors[0] : at.cause
  }
  return code
}
