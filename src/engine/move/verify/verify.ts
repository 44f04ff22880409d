import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { ConnectorError, type Problem } from '../../ports/connector.ts'
import type { Source, SourceColumn, SourceEntity } from '../../ports/source.ts'
import { TEXTS } from '../../ports/vanished-rows.ts'
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
import { type ComparedTable, type Comparison, compareTables, MAX_RANGES } from './compare-tables.ts'
import { haveEqualTexts, pairKind, pairSpelling } from './pair-spelling.ts'

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
  const binder = openStepBinder(transformations, () => {
    process ??= stepProcesses.open()
    return process
  })
  const { source, destination } = await openBoth(request)
  try {
    const target = await at('destination', connector.openSource(endpoint, context))
    try {
      const named = [...streams.map(({ entity }) => entity), ...binder.joined]
      const entities = await at('source', source.entities(streams.length > 0 ? [...new Set(named)] : undefined))
      const all = spelledStreams(streams, entities, defined({ source, destination, knownTargets }))
      const compared = all.map((stream) => ({ stream, tracker: new StreamTracker(stream, onEvent) }))
      onEvent({ kind: 'planned', streams: compared.map(({ tracker }) => tracker.progress) })
      for (const { stream, tracker } of compared)
        await verifyStream(stream, tracker, request, async () => {
          const resolved = await resolveStream(stream, {
            source,
            destination,
            binder,
            entities,
            all,
            state: undefined,
          })
          onEvent({ kind: 'lineage', lineage: lineageOf(resolved, {}) })
          return comparisonOf(stream, resolved, { source, target, binder, entities }, context.signal)
        })
      return { streams: compared.map(({ tracker }) => tracker.progress) }
    } finally {
      await target.close()
    }
  } finally {
    await Promise.all([source.close(), destination.close()])
    process?.kill()
  }
}

/** Never throws for errors of outside systems. */
async function verifyStream(
  { entity }: SpelledStream,
  tracker: StreamTracker,
  { context: { signal }, onEvent }: VerifyRequest,
  plan: () => Promise<Comparison>,
): Promise<void> {
  try {
    signal.throwIfAborted()
    tracker.begin('checking')
    tracker.enter('running')
    const comparison = await plan()
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
    tracker.verified(difference, columns)
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

/** How a stream is compared. @throws ConnectorError that says why it cannot be */
async function comparisonOf(
  { target: name, key: chosen, vanished }: SpelledStream,
  { entity, steps, request }: Awaited<ReturnType<typeof resolveStream>>,
  { source, target }: Ends,
  signal: AbortSignal,
): Promise<Comparison> {
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
  const keys = { source: source.keys, target: target.keys }
  const offered = keys.source?.orders(entity, read)
  const order = keys.target?.orders(there, key).find((candidate) => offered?.includes(candidate))
  if (!keys.source || !keys.target || !order) refuse(name, sentence`One of the two systems cannot sum keys.`)
  const names = values.map((column) => column.name)
  const atSource = names.map((own) => origins?.get(own)?.source ?? own)
  const pairs = pairsOf([entity, [...read, ...atSource]], [there, [...key, ...names]])
  const isOneSystem = source.system === target.system
  refuseOtherTexts(name, pairs.slice(0, key.length), isOneSystem)
  const spellings = pairs.map(([one, other]) => pairSpelling(one, other))
  const kinds = pairs.map(([one, other]) => pairKind(one.value, other.value))
  return {
    source: {
      side: 'source',
      from: source,
      keys: keys.source,
      entity,
      key: read,
      values: atSource,
      nativeText: isOneSystem ? nativeText(entity, atSource) : [],
      ...spelledIn([...read, ...atSource], spellings),
    },
    target: defined({
      side: 'destination',
      from: target,
      keys: keys.target,
      entity: there,
      key,
      values: names,
      nativeText: isOneSystem ? nativeText(there, names) : [],
      unmarked: mark !== undefined && hasColumn(mark) ? mark : undefined,
      ...spelledIn([...key, ...names], spellings),
    }),
    order,
    by: rowSum([source, entity, [...read, ...atSource]], [target, there, [...key, ...names]]),
    kinds,
    spellings,
    leavesOut: steps?.changesCount === true,
    signal,
  }
}

const nativeText = ({ columns }: SourceEntity, some: readonly string[]): readonly string[] =>
  columns.filter((own) => own.hasNativeText && some.includes(own.name)).map((own) => own.name)

/** @param key each of its columns beside that of the target. @throws ConnectorError where equal keys could not be found */
function refuseOtherTexts(name: string, key: readonly Pair[], isOneSystem: boolean): void {
  for (const [one, other] of key) {
    if (!haveEqualTexts(one.value, other.value))
      refuse(
        name,
        sentence`Its key is ${one.type} in the source and ${other.type} in the destination, so equal keys have different texts.`,
      )
    if (!isOneSystem && one.value.kind === 'float')
      refuse(name, sentence`Its key is a floating-point number, which the two systems write in different ways.`)
  }
}

type TypedColumn = Pick<SourceColumn, 'type' | 'value'>

type Pair = readonly [TypedColumn, TypedColumn]

type NamedColumns = readonly [entity: SourceEntity, names: readonly string[]]

/** Each column beside that of the target. */
function pairsOf([one, ones]: NamedColumns, [other, others]: NamedColumns): readonly Pair[] {
  const find = ({ columns }: SourceEntity, name = '') => columns.find((own) => own.name === name) ?? OTHER
  return ones.map((name, at) => [find(one, name), find(other, others[at])])
}

function spelledIn(names: readonly string[], spellings: Comparison['spellings']): Pick<ComparedTable, 'spellings'> {
  const found = names.flatMap((name, at) => {
    const spelling = spellings[at]
    return spelling ? [[name, spelling] as const] : []
  })
  return found.length > 0 ? { spellings: Object.fromEntries(found) } : {}
}

type SummedTable = readonly [from: Source, entity: SourceEntity, columns: readonly string[]]

function rowSum(...[one, other]: readonly [SummedTable, SummedTable]): string {
  const sums = ([from, entity, columns]: SummedTable) => from.sums?.rows(entity, columns) ?? []
  const taken = sums(other)
  return sums(one).find((name) => taken.includes(name)) ?? TEXTS
}

const OTHER: TypedColumn = { type: '', value: { kind: 'other' } }

function refuse(table: string, reason: ReturnType<typeof sentence>): never {
  throw new ConnectorError(cannotCompare(sentence`${table} cannot be compared. ${reason}`))
}

const cannotRead = (type: string) =>
  new ConnectorError(cannotCompare(sentence`Rows of ${type} cannot be read, so they cannot be compared.`))

const cannotCompare = (message: ReturnType<typeof sentence>): Problem => ({
  code: 'VERIFY_NOT_SUPPORTED',
  message,
  hint: sentence`A dry run shows what a run would change.`,
  retryable: false,
})
