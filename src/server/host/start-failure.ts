/** A reason not to start that the person who started us can act on: its message is printed as it is, without a stack. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
}

export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
