import { distinct } from '../distinct.ts'
import type { LearnedPoint, PlannedFault } from '../fault-points.ts'

type Learned = PlannedFault & LearnedPoint

/** A worker that is lost while the destination runs the last steps leaves none of the rows that wait for them. */
const lostBetweenSteps = (faults: readonly Learned[]) =>
  faults.filter(
    ({ link, sent, fault }) =>
      link === 'destination' &&
      /INSERT INTO \S+_millrace_[0-9a-f]{24}"/.test(sent) &&
      (fault === 'kill' || fault === 'cancel'),
  )

/** One that is paused while another ends its run does not execute the SQL before the rows when it wakes up. */
const pausedBeforeSql = (faults: readonly Learned[]) =>
  faults
    .filter(({ sent, fault }) => fault === 'pause' && sent.startsWith('select from runs where id = $1 and epoch = $2'))
    .slice(0, 1)

/** By the kind of flow; each has such points. */
const OF_KINDS: Readonly<Record<string, typeof lostBetweenSteps>> = {
  'aggregate-there': lostBetweenSteps,
  'deduplicate-there': lostBetweenSteps,
  'join-there': lostBetweenSteps,
  sql: pausedBeforeSql,
}

/** What is tried of a kind whatever else is: some faults are too special to be met by chance. */
export function alwaysTried(kind: string, faults: readonly Learned[]): readonly Learned[] {
  const special = OF_KINDS[kind]?.(faults) ?? []
  if (special.length === 0 && kind in OF_KINDS)
    throw new Error(`${kind} has no point of the faults that are always tried`)
  // Rows that are in place hide that something is left over beside them.
  const cleanUps = faults.filter(({ fault, sent }) => fault === 'hang' && sent.startsWith('DELETE /bigquery/'))
  return [...special, ...distinct(cleanUps)]
}
