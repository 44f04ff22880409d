/** An unexpected error as one line of log: what happened and where, without its fields, which may contain secrets. */
export function describeError(error: unknown): string {
  // Libraries throw copies of errors that are not instances of Error.
  if (!(error instanceof Error))
    return typeof error === 'object' && error && 'message' in error
      ? String(error.message).slice(0, 1_000)
      : typeof error
  const where = error.stack?.split('\n')[1]?.trim() ?? ''
  const cause = error.cause instanceof Error ? ` (${error.cause.name}: ${error.cause.message})` : ''
  return `${error.name}: ${error.message}${cause} ${where}`.slice(0, 1_000)
}
