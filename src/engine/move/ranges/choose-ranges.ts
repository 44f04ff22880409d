import type { Destination } from '../../ports/destination.ts'
import type { RangedTable } from '../../ports/ranges.ts'
import type { Source } from '../../ports/source.ts'
import type { TargetRanges } from '../../ports/target.ts'
import type { RunnableSteps } from '../plan/plan-steps.ts'
import type { PlannedStream } from '../plan/plan-stream.ts'
import type { PushedSteps } from '../plan/pushed-steps.ts'
import { at } from '../run/errors-at.ts'
import { isSoonOver, isTooSmall, lengthOf, type RangePlan } from './range-plan.ts'

/** A table that should be moved in several ranges. */
export interface RangedStream {
  readonly table: RangedTable
  /** The size of a range, in blocks. */
  readonly length: number
  readonly taken: TargetRanges
}

interface Ends {
  readonly source: Source
  readonly destination: Pick<Destination, 'identity'>
  readonly plan: RangePlan
}

/** The ranges of a stream. @returns nothing if it is moved in one piece. @throws ConnectorError */
export async function chooseRanges(
  stream: PlannedStream,
  pushed: PushedSteps | undefined,
  { source, destination, plan }: Ends,
): Promise<RangedStream | undefined> {
  const { entity, target } = stream
  const { ranges: taken } = target
  const left = stepsHere(stream, pushed)
  if (isWorkedOnHere(stream, left) || isPart(stream) || !source.ranges?.has(entity) || !taken) return undefined
  // Reading a database keeps a snapshot of it open, and a destination in the same database would wait for that snapshot in vain.
  if (taken.isSeenByAll && source.identity === destination.identity) return undefined
  if (entity.bytes !== undefined && isTooSmall(entity.bytes, plan)) return undefined
  const columns = left ? left.bound.main.columns.map(({ name }) => name) : target.columns
  const table = await at('source', source.ranges.table(entity, columns, pushed?.pushdown, stream.window))
  const length = table && lengthOf(table.blocks, plan)
  if (!table || length === undefined) return undefined
  // For a short copy, waiting for other snapshots and copying the rows once more costs more than ranges gain.
  const isWatched = async () => taken.isSeenByAll !== undefined && !(await at('destination', taken.isSeenByAll()))
  return isSoonOver(table.blocks, length, plan) && (await isWatched()) ? undefined : { table, length, taken }
}

/** The steps that the source does not run. */
export const stepsHere = (
  { steps }: Pick<PlannedStream, 'steps'>,
  pushed: PushedSteps | undefined,
): RunnableSteps | undefined => (pushed ? pushed.rest : steps)

/** A stream with checked or summed rows, or with steps that look at more than one row, is moved in one piece. */
const isWorkedOnHere = ({ rejects, sentCheck, checks }: PlannedStream, steps: RunnableSteps | undefined): boolean =>
  rejects !== undefined ||
  sentCheck !== undefined ||
  checks?.openProcess !== undefined ||
  (steps !== undefined && (!steps.bound.isRowWise || isLimited(steps)))

/** A limit is one of all rows, and not of each range; as the first step that runs here it is a limit of reading. */
const isLimited = ({ bound: { readLimit, passLimit } }: RunnableSteps): boolean =>
  readLimit !== undefined || passLimit !== undefined

/** Whether only some rows of the entity are read: they are in no ranges. */
export const isPart = ({ window, isFromStart, keys, steps }: PlannedStream): boolean =>
  (window !== undefined && !isFromStart) || keys !== undefined || steps?.bound.readLimit !== undefined
