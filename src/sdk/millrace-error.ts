interface WireProblem {
  /** Of the answer; absent if there was none. */
  readonly status?: number
  /** For machines: `NOT_FOUND`, `KEY_EXPIRED` … */
  readonly code: string
  readonly details?: Readonly<Record<string, unknown>> | undefined
}

/** A call that was refused, or could not be made, with a message for people. */
export class MillraceError extends Error {
  override readonly name = 'MillraceError'
  readonly status: number | undefined
  readonly code: string
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(message: string, { status, code, details }: WireProblem, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.code = code
    this.details = details
  }
}
