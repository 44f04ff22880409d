import { ConnectorError, type Problem } from '../connector.ts'

interface CallFacts {
  /** The vendor's status; absent when there was no answer at all. */
  readonly status?: number
  /** Whether the vendor may have done what it was asked all the same. */
  readonly isAmbiguous: boolean
  /** How long the vendor wants to be left alone, in milliseconds. */
  readonly askedPause?: number | undefined
  readonly cause?: unknown
}

/** A call that did not bring the answer that was asked for. */
export class VendorError extends ConnectorError {
  readonly status: number | undefined
  readonly isAmbiguous: boolean
  readonly askedPause: number | undefined

  constructor(problem: Problem, { status, isAmbiguous, askedPause, cause }: CallFacts) {
    super(problem, { cause })
    this.name = 'VendorError'
    this.status = status
    this.isAmbiguous = isAmbiguous
    this.askedPause = askedPause
  }
}

/** What a status means where the vendor does not say it better. */
export function problemOfStatus(status: number, vendor: string): Problem {
  if (status === 401) {
    return {
      code: 'SIGN_IN_REFUSED',
      message: `${vendor} did not accept the credentials.`,
      hint: 'Enter them again; they may have been revoked or replaced.',
      retryable: false,
    }
  }
  if (status === 403) {
    return {
      code: 'PERMISSION_MISSING',
      message: `${vendor} does not allow this to these credentials.`,
      hint: 'Give them the permissions that the documentation of this connector lists.',
      retryable: false,
    }
  }
  if (status === 429) {
    return {
      code: 'RATE_LIMITED',
      message: `${vendor} takes no more calls for now.`,
      hint: 'Run again later, or less often.',
      retryable: true,
    }
  }
  if (status === 408 || status >= 500) return unavailable(vendor, `It answered with status ${status}.`)
  const moved = status >= 300 && status < 400
  return {
    code: 'VENDOR_REFUSED',
    message: moved ? `${vendor} sends us elsewhere, where we do not go.` : `${vendor} refused (status ${status}).`,
    retryable: false,
  }
}

export const unavailable = (vendor: string, detail: string): Problem => ({
  code: 'VENDOR_UNAVAILABLE',
  message: `${vendor} cannot be used at the moment. ${detail}`,
  hint: 'Run again later.',
  retryable: true,
})

/** A stranger's text as it may be shown: without our secrets, on one line, and not longer than a person reads. */
export function cleanText(text: string, secrets: readonly string[]): string {
  const hidden = secrets.reduce(
    (shown, secret) => (secret.length > 2 ? shown.replaceAll(secret, '********') : shown),
    text,
  )
  return hidden
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 1_000)
}
