import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { Source, SourceEntity } from '../../ports/source.ts'
import { sharedStepProcesses } from '../../step-process/shared-step-processes.ts'
import { columnOrigins } from '../plan/column-origins.ts'
import { keyAtSource, keyOf } from '../plan/key-at-source.ts'
import { lineageOf } from '../plan/lineage-of.ts'
import { openStepBinder, type StepBinder } from '../plan/plan-steps.ts'
import { resolveStream } from '../plan/resolve-stream.ts'
import { spelledStreams } from '../plan/spelled-streams.ts'
import { at } from '../run/errors-at.ts'
import type { MoveRequest, MoveResult } from '../run/move-request.ts'
import { openBoth } from '../run/open-both.ts'
import type { SpelledStream } from '../run/stream-request.ts'
import { StreamTracker } from '../run/stream-tracker.ts'
import { type Comparison, compareTables, MAX_RANGES } from './compare-tables.ts'
import { cannotCompare, pairedComparison, refuse } from './paired-comparison.ts'

/** A flow whose source and destination are compared. */
export type VerifyRequest = Pick<
  MoveRequest,
  'source' | 'destination' | 'streams' | 'transformations' | 'stepProcesses' | 'knownTargets' | 'context' | 'onEvent'
>

interface Ends {
  readonly source: Source
  /** The destination, read like a source. */
  readonly target: Source
  readonly binder: StepBinder
  readonly entities: readonly SourceEntity[]
}

/**
 * Compares the tables of a flow as they are now on both sides, and reports for each what a dry run would: rows that the destination lacks, rows with
 * other values, rows that only it has. Writes nothing. A stream that cannot be compared fails alone. @throws ConnectorError when an end cannot be opened
 */
export async function verify(request: VerifyRequest): Promise<MoveResult> {
  const { streams, transformations, stepProcesses = sharedStepProcesses(), knownTargets, context, onEvent } = request
  const { connector, endpoint } = request.destination
  if (!connector.openSource) throw cannotRead(connector.type)
  let process: ReturnType<typeof stepProcesses.open> | undefined
  const openSteps = () => {
    process ??= stepProcesses.open()
    return process
  }
  const binder = openStepBinder(transformations, openSteps, context.run?.startedAt)
  const { source, destination } = await openBoth(request)
  let closing: Promise<void> | undefined
  const closeDestination = () => (closing ??= destination.close())
  try {
    const named = [...streams.map(({ entity }) => entity), ...binder.joined]
    const entities = await at('source', source.entities(streams.length > 0 ? [...new Set(named)] : undefined))
    const all = spelledStreams(streams, entities, defined({ source, destination, knownTargets }))
    const compared = all.map((stream) => ({ stream, tracker: new StreamTracker(stream, onEvent) }))
    onEvent({ kind: 'planned', streams: compared.map(({ tracker }) => tracker.progress) })
    const resolving = []
    for (const { stream, tracker } of compared) {
      const resolved = resolveStream(stream, { source, destination, binder, entities, all, state: undefined })
      await resolved.catch(() => {})
      resolving.push({ stream, tracker, resolved })
    }
    // Its account may be allowed no second connection.
    await closeDestination()
    const target = await at('destination', connector.openSource(endpoint, context))
    try {
      for (const { stream, tracker, resolved } of resolving)
        await verifyStream(stream, tracker, request, async () => {
          const found = await resolved
          onEvent({ kind: 'lineage', lineage: lineageOf(found, {}) })
          return comparisonOf(stream, found, { source, target, binder, entities }, context.signal)
        })
      return { streams: compared.map(({ tracker }) => tracker.progress) }
    } finally {
      await target.close()
    }
  } finally {
    await Promise.all([source.close(), closeDestination()])
    process?.kill()
  }
}

/** Never throws for errors of outside systems. */
async function verifyStream(
  { entity }: SpelledStream,
  tracker: StreamTracker,
  { context: { signal }, onEvent }: VerifyRequest,
  plan: () => Promise<PlannedComparison>,
): Promise<void> {
  try {
    signal.throwIfAborted()
    tracker.begin('checking')
    tracker.enter('running')
    const { comparison, left } = await plan()
    const {
      missing: created,
      changed,
      extra: removed,
      equal: unchanged,
      sample,
      ranges,
    } = await compareTables(comparison)
    const { key, values } = comparison.target
    // Nobody knows which of the rows that are missing the steps have left out.
    const { leavesOut } = comparison
    const difference = {
      created: leavesOut ? 0 : created,
      changed,
      removed,
      unchanged,
      ...defined({ unknown: leavesOut ? created : undefined }),
    }
    if (leavesOut) tracker.log('info', LEFT_OUT)
    const columns = [...key, ...values]
    if (ranges.length === MAX_RANGES && !leavesOut) tracker.report('warning', TOO_MANY, 'destination')
    // A run reads its keys as they are.
    const isSendable = !leavesOut && comparison.spellings.every((spelling) => spelling === undefined)
    const differing = isSendable && created + changed > 0 ? { differing: { order: comparison.order, ranges } } : {}
    tracker.verified(difference, columns, left)
    onEvent({ kind: 'dry-run', entity, result: { difference, columns, sample, ...differing } })
    tracker.enter('succeeded')
  } catch (error) {
    if (signal.aborted) tracker.cancel()
    else if (error instanceof ConnectorError) tracker.fail(error.problem)
    else throw error
  }
}

const LEFT_OUT = sentence`Its steps leave rows out. Rows of the source that the destination does not have are not called missing.`

const TOO_MANY = sentence`More rows differ than one run can send again. Send these, then compare again, or run the flow.`

interface PlannedComparison {
  readonly comparison: Comparison
  /** Columns that are not compared: steps change them, or the destination lacks them. */
  readonly left: readonly string[]
}

/** How a stream is compared. @throws ConnectorError that says why it cannot be */
async function comparisonOf(
  { target: name, key: chosen, vanished }: SpelledStream,
  { entity, steps, request }: Awaited<ReturnType<typeof resolveStream>>,
  { source, target }: Ends,
  signal: AbortSignal,
): Promise<PlannedComparison> {
  if (steps?.changesCount && !steps.bound.isTraceable) refuse(name, sentence`Its steps combine rows.`)
  const key = keyOf(request.columns, chosen)
  if (key.length === 0) refuse(name, sentence`It has no key by which rows could be found on both sides.`)
  const read = keyAtSource(key, steps)
  if (!read) refuse(name, sentence`Its steps change the key.`)
  const [there] = await at('destination', target.entities([name]))
  if (!there) refuse(name, sentence`The destination does not have it yet.`)
  const origins = steps && columnOrigins(steps.bound)
  const isKept = (column: string) => origins?.get(column)?.isUnchanged ?? true
  const hasColumn = (column: string) => there.columns.some((own) => own.name === column)
  const mark = vanished?.column
  const values = request.columns.filter(({ name: own }) => !key.includes(own) && isKept(own) && hasColumn(own))
  const names = values.map((column) => column.name)
  const comparison = pairedComparison(
    { from: source, entity, key: read, values: names.map((own) => origins?.get(own)?.source ?? own) },
    defined({
      from: target,
      entity: there,
      key,
      values: names,
      unmarked: mark !== undefined && hasColumn(mark) ? mark : undefined,
    }),
    { leavesOut: steps?.changesCount === true, signal },
  )
  const compared = new Set([...key, ...names])
  return { comparison, left: request.columns.map((column) => column.name).filter((own) => !compared.has(own)) }
}

const cannotRead = (type: string) =>
  new ConnectorError(cannotCompare(sentence`Rows of ${type} cannot be read, so they cannot be compared.`))
