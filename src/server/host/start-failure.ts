/** A reason not to start that the user can fix: its message is printed without a stack trace. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
}

export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
