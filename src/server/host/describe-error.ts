/** An unexpected error as one line of log: what happened and where, never its fields, which may hold secrets. */
export function describeError(error: unknown): string {
  // Libraries hand out copies of errors that are none.
  if (!(error instanceof Error))
    return typeof error === 'object' && error && 'message' in error
      ? String(error.message).slice(0, 1_000)
      : typeof error
  const where = error.stack?.split('\n')[1]?.trim() ?? ''
  const cause = error.cause instanceof Error ? ` (${error.cause.name}: ${error.cause.message})` : ''
  return `${error.name}: ${error.message}${cause} ${where}`.slice(0, 1_000)
}
