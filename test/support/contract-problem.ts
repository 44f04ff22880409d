export interface Asked {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  // biome-ignore lint/suspicious/noExplicitAny: each handler knows what its row has let in
  readonly body: any
  readonly headers: Headers
}

/** Refuses a request with a status and the body of every error answer. */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly details: object | undefined

  constructor(status: number, code: string, message = code, details?: object) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}
