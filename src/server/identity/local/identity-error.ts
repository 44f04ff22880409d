/** What the Identity Toolkit answers instead: a code, and after a colon words for people. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError'
  readonly status: number

  constructor(message: string, status = 400) {
    super(message)
    this.status = status
  }
}
