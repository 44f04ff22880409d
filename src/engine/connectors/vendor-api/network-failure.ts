import { networkErrorOf } from '../../../core/catalog/errors/network-errors.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'

export interface NetworkFailure {
  /** For a person. */
  readonly detail: Sentence
  /** Whether the other side may have received the call. */
  readonly wasSent: boolean
}

/** Reads an error of `fetch`, which hides the reason in a chain of causes. */
export function networkFailure(error: unknown): NetworkFailure {
  const [code] = networkErrorOf(codeOf(error)) ?? []
  switch (code) {
    case 'HOST_NOT_FOUND':
    case 'NAME_SERVER_SILENT':
      return { detail: sentence`Its address cannot be found.`, wasSent: false }
    case 'PORT_CLOSED':
    case 'HOST_UNREACHABLE':
      return { detail: sentence`Nothing answers at its address.`, wasSent: false }
    case 'TLS_FAILED':
    case 'CERTIFICATE_NOT_TRUSTED':
    case 'CERTIFICATE_WRONG_HOST':
      return { detail: sentence`No trusted, encrypted connection could be made.`, wasSent: false }
    default:
      return { detail: sentence`The connection was lost before the answer arrived.`, wasSent: true }
  }
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
