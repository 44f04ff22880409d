/** Whether a text has the format of a Postgres snapshot, of this or an earlier database. */
export function isSnapshot(text: string): boolean {
  const match = /^(\d{1,18}):(\d{1,18}):((?:\d{1,18}(?:,\d{1,18})*)?)$/.exec(text)
  if (!match) return false
  const [, xmin = '', xmax = '', running = ''] = match
  const ids = [xmin, ...running.split(',').filter((id) => id !== ''), xmax].map(BigInt)
  // In order, from the first active transaction to the first that had not begun.
  return (
    ids[0] !== 0n &&
    ids.every((id, at) => at === 0 || id >= (ids[at - 1] ?? 0n)) &&
    (running === '' || ids.at(-2) !== ids.at(-1))
  )
}
