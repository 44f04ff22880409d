/** An error answer of the Identity Toolkit: a code, and after a colon a text for people. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError'
  readonly status: number

  constructor(message: string, status = 400) {
    super(message)
    this.status = status
  }
}
