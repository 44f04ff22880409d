/** Where an exception of our own came from and why, for whoever mends it: the frames of it and of its causes, without their texts. */
export function framesOf(error: unknown): string {
  const frames: string[] = []
  for (let at = error; at instanceof Error && frames.length < 50; at = at.cause)
    frames.push(...(at.stack ?? '').split('\n').filter((line) => line.startsWith('    at ')))
  return frames
    .map((line) => line.trim())
    .join(' · ')
    .slice(0, 4_000)
}

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
