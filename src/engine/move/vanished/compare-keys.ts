import { defined } from '../../../core/catalog/defined.ts'
import type { KeyReader, Source } from '../../ports/source.ts'
import { COMMON_TEXT } from '../../ports/value-type.ts'
import type { KeyOrder, KeyRange, VanishedSearch } from '../../ports/vanished-rows.ts'
import type { PlannedStream } from '../plan/plan-stream.ts'
import type { KeyComparisonPlan } from '../plan/plan-vanished.ts'
import { at, errorAt } from '../run/errors-at.ts'
import { type DifferingRange, differingRanges, firstBits, isLeaf, nextParts, QUESTIONS } from './key-tree.ts'

interface Ends {
  readonly source: Source
  readonly search: VanishedSearch
  readonly signal: AbortSignal
}

interface Comparison extends Ends {
  readonly stream: PlannedStream
  readonly keys: KeyReader
  readonly read: readonly string[]
  readonly order: KeyOrder
}

/**
 * Compares the keys of both sides: sums of ranges first, then the ranges whose sums differ again in parts, until they are small; only
 * the source's keys of those ranges travel. Uses the same memory for any number of keys, because the parts of some ranges are finished
 * before others are divided.
 * @returns the number of keys that the source sent. @throws ConnectorError, or the signal's reason
 */
export async function compareKeys(stream: PlannedStream, plan: KeyComparisonPlan, ends: Ends): Promise<number> {
  const { keys, read } = plan
  const order = plan.orders.find((name) => ends.search.orders.includes(name)) ?? 'hash'
  const comparison = { stream, keys, read, order, ...ends }
  const bits = firstBits(order, order === 'number' ? await spansOf(comparison) : [])
  if (bits === undefined) return 0
  const waiting: (readonly DifferingRange[])[] = [await differing(comparison, bits)]
  const { named } = QUESTIONS[order]
  let leaves: KeyRange[] = []
  let sent = 0
  for (let ranges = waiting.pop(); ranges; ranges = waiting.pop()) {
    ends.signal.throwIfAborted()
    leaves.push(...ranges.filter(isLeaf))
    const enough = leaves.length - (leaves.length % named)
    for (let from = 0; from < enough; from += named)
      sent += await sendKeys(comparison, leaves.slice(from, from + named))
    leaves = leaves.slice(enough)
    const large = ranges.filter((range) => !isLeaf(range))
    if (large.length === 0) continue
    const { bits: size, ranges: divided, rest } = nextParts(large, order)
    if (rest.length > 0) waiting.push(rest)
    waiting.push(await differing(comparison, size, divided))
  }
  return leaves.length > 0 ? sent + (await sendKeys(comparison, leaves)) : sent
}

const spansOf = ({ stream, keys, search, read }: Comparison) =>
  Promise.all([at('source', keys.span(stream.entity, read[0] ?? '')), at('destination', search.span())])

/** The ranges of this size, all or those within some, whose keys differ and in which rows may have vanished or come back. */
async function differing(
  { stream, keys, search, read, order }: Comparison,
  bits: number,
  within?: readonly KeyRange[],
): Promise<readonly DifferingRange[]> {
  const question = { order, bits, ...defined({ within }) }
  const [there, here] = await Promise.all([
    at('source', keys.sums(stream.entity, { ...question, columns: read })),
    at('destination', search.sums(question)),
  ])
  const areAllNeeded = stream.vanished?.column !== undefined || search.mayBeRespelled
  return differingRanges(bits, there, here).filter(({ target }) => areAllNeeded || target > 0)
}

/** Sends the source's keys of these ranges to the destination, which compares them. @returns their number */
async function sendKeys(
  { stream: { entity, target }, source, search, read, order, signal }: Comparison,
  within: readonly KeyRange[],
): Promise<number> {
  const intake = await at('destination', search.receive({ order, within }))
  const stop = AbortSignal.any([signal, intake.failure])
  const nativeText = target.nativeText?.filter((name) => read.includes(name)) ?? []
  const request = { entity, columns: read, format: COMMON_TEXT, nativeText, keys: { order, columns: read, within } }
  const sent = await source.read(request, intake, stop).catch((error: unknown) => {
    throw errorAt(intake.failure.aborted ? 'destination' : 'source', error)
  })
  await at('destination', intake.finish())
  return sent
}
