import { defined } from '../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { Destination } from '../../ports/destination.ts'
import type { KeyReader, Source, SourceColumn, SourceEntity } from '../../ports/source.ts'
import type { KeyOrder } from '../../ports/vanished-rows.ts'
import type { SpelledStream, VanishedPolicy } from '../run/stream-request.ts'
import { keyAtSource, keyOf } from './key-at-source.ts'
import type { PlannedSteps } from './plan-steps.ts'
import type { ResolvedStream } from './resolve-stream.ts'

/** How the keys of both sides are compared. */
export interface KeyComparisonPlan {
  readonly keys: KeyReader
  /** The key's columns at the source, in its order. */
  readonly read: readonly string[]
  /** Cheapest first. */
  readonly orders: readonly KeyOrder[]
}

export interface PlannedVanished extends VanishedPolicy {
  /** Absent: the source cannot be compared, and only a run that stages every row finds vanished ones. */
  readonly keys?: KeyComparisonPlan
  /** Nothing is removed, so that no number of rows is too large. */
  readonly dry: boolean
}

interface Wanted {
  readonly stream: SpelledStream
  readonly policy: VanishedPolicy
  readonly source: Source
  readonly destination: Destination
  readonly entity: SourceEntity
  readonly steps: PlannedSteps | undefined
  /** The columns as they reach the destination. */
  readonly columns: readonly SourceColumn[]
}

/** @throws ConnectorError if this stream cannot know which rows have vanished */
export function refuseVanished({ stream, policy, source, destination, entity, steps, columns }: Wanted): void {
  const { target, mode, cursor } = stream
  if (mode !== 'upsert') throw notSupported(target, sentence`Only the mode "upsert" keeps rows that did not arrive.`)
  if (!destination.findsVanished) throw notSupported(target, sentence`This destination cannot find such rows.`)
  if (policy.column !== undefined && columns.some(({ name }) => name === policy.column))
    throw new ConnectorError({
      code: 'NAME_CONFLICT',
      message: sentence`The stream writes the column "${policy.column}" of ${target}, so it cannot mark rows there.`,
      hint: sentence`Choose another name for the column that marks rows which are gone at the source.`,
    })
  if (!cursor) return
  if (destination.findsVanished === 'whole')
    throw notSupported(target, sentence`This destination finds them only if every run reads all rows.`)
  if (steps?.changesCount || steps?.bound.readLimit !== undefined)
    throw notSupported(target, sentence`Its steps leave out or combine rows, and it reads only new rows.`)
  if (!keysOf(source, entity, { columns, key: stream.key, steps }))
    throw notSupported(
      target,
      sentence`Its steps change the key, or the source cannot sum keys, and it reads only new rows.`,
    )
}

/** What a stream does with vanished rows; nothing if they stay. */
export function planVanished({
  source,
  resolved,
  policy,
  dry,
}: {
  readonly source: Source
  readonly resolved: ResolvedStream
  readonly policy: VanishedPolicy | undefined
  readonly dry: boolean
}): { readonly vanished?: PlannedVanished } {
  if (!policy) return {}
  const { entity, steps, request } = resolved
  const isComparable = !steps?.changesCount && steps?.bound.readLimit === undefined
  const keys = isComparable ? keysOf(source, entity, { columns: request.columns, key: request.key, steps }) : undefined
  return { vanished: { ...policy, dry, ...defined({ keys }) } }
}

function keysOf(
  source: Source,
  entity: SourceEntity,
  of: Pick<Wanted, 'columns' | 'steps'> & { readonly key: readonly string[] | undefined },
): KeyComparisonPlan | undefined {
  const key = keyOf(of.columns, of.key)
  const read = keyAtSource(key, of.steps)
  const { keys } = source
  if (!read || !keys) return undefined
  const orders = keys.orders(entity, read)
  return orders.length > 0 ? { keys, read, orders } : undefined
}

const notSupported = (target: string, reason: Sentence) =>
  new ConnectorError({
    code: 'VANISHED_NOT_SUPPORTED',
    message: sentence`The stream to ${target} cannot know which rows are gone at the source. ${reason}`,
    hint: sentence`Keep such rows, or read all rows in every run.`,
  })
