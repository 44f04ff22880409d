import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { Source } from '../../ports/source.ts'
import type { VanishedFound, VanishedSearch } from '../../ports/vanished-rows.ts'
import type { PlannedStream } from '../plan/plan-stream.ts'
import type { PlannedVanished } from '../plan/plan-vanished.ts'
import { at } from '../run/errors-at.ts'
import { compareKeys } from './compare-keys.ts'

interface Search {
  readonly source: Source
  readonly search: VanishedSearch
  readonly signal: AbortSignal
}

/**
 * Finds the rows of the target whose key the source no longer has; `commit` then removes or marks them. A run that has staged every row
 * compares the target with the staged rows; otherwise the keys of both sides are compared, as of the snapshot of this run.
 * @throws ConnectorError `TOO_MANY_VANISHED`: nothing has changed
 */
export async function findVanished(stream: PlannedStream, { source, search, signal }: Search): Promise<void> {
  const { vanished, window, tracker } = stream
  if (!vanished) return
  const isWhole = !window && tracker.progress.rowsRejected === 0
  if (isWhole) await at('destination', search.takeUnstaged())
  else if (vanished.keys) tracker.comparedKeys(await compareKeys(stream, vanished.keys, { source, search, signal }))
  else return logUnknown(stream)
  judge(await at('destination', search.found()), stream, vanished)
}

/**
 * For a load that finds vanished rows only when it puts the staged ones in place. @returns what refuses too many of them; nothing if the rows
 * that were staged do not show which have vanished
 */
export function acceptVanished(stream: PlannedStream): ((found: VanishedFound) => void) | undefined {
  const { vanished, window, tracker } = stream
  if (!vanished || window) return undefined
  if (tracker.progress.rowsRejected === 0) return (found) => judge(found, stream, vanished)
  logUnknown(stream)
  return undefined
}

const logUnknown = ({ tracker, isDry }: Pick<PlannedStream, 'tracker' | 'isDry'>) =>
  tracker.log(
    'warning',
    isDry
      ? sentence`Rows would be rejected, so it is unknown which rows are gone at the source. None would be removed or marked.`
      : sentence`Rows were rejected, so it is unknown which rows are gone at the source. None was removed or marked.`,
    'destination',
  )

/** @throws ConnectorError `TOO_MANY_VANISHED` */
function judge(found: VanishedFound, { tracker }: PlannedStream, vanished: PlannedVanished): void {
  if (!isTooMany(found, vanished)) return
  const share = shareOf(found, vanished.limit)
  if (!vanished.dry) throw tooMany(tracker.progress.target, found, share, vanished.limit)
  tracker.log(
    'warning',
    found.vanished === 1
      ? sentence`A run would stop: 1 row (${share} %) is gone at the source, and at most ${vanished.limit} % may be.`
      : sentence`A run would stop: ${found.vanished} rows (${share} %) are gone at the source, and at most ${vanished.limit} % may be.`,
    'destination',
  )
}

interface Limits {
  readonly limit: number
  readonly allowed?: number
}

const isTooMany = ({ rows, vanished }: VanishedFound, { limit, allowed = 0 }: Limits): boolean =>
  vanished > allowed && vanished * 100 > rows * limit

/** In percent, with two digits after the point; rounded up where it would otherwise be equal to the limit that it exceeds. */
function shareOf({ rows, vanished }: VanishedFound, limit: number): number {
  const hundredths = (vanished / rows) * 10_000
  const rounded = Math.round(hundredths) / 100
  return rounded > limit ? rounded : Math.ceil(hundredths) / 100
}

const tooMany = (target: string, { rows, vanished }: VanishedFound, share: number, limit: number) =>
  new ConnectorError({
    code: 'TOO_MANY_VANISHED',
    message: sentence`${vanished} of ${rows} rows of ${target} (${share} %) are gone at the source. The stream accepts at most ${limit} %.`,
    hint: sentence`Nothing was changed. If the rows are gone on purpose, run again and accept them; otherwise check the source.`,
    vanished,
    percent: share,
  })
