import { defined } from '../../../core/catalog/defined.ts'
import { type Sentence, sentence } from '../../../core/catalog/sentence.ts'
import { namesIn, textIn } from '../../../core/catalog/transformations/transformation-settings.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { Pushdown } from '../../ports/pushdown.ts'
import type { SourceColumn, SourceEntity } from '../../ports/source.ts'
import type { BoundOutline } from '../../step-process/messages.ts'
import type { StepRunner } from '../../step-process/renewed-steps.ts'
import { keptColumn } from '../../transform/columns/kept-column.ts'
import { type Step, stepsOf } from '../../transform/columns/step.ts'
import type { StepsOutline } from '../../transform/steps/bind-steps.ts'
import type { Transformations } from '../run/move-request.ts'
import { type LastSteps, lastSteps } from './derived-steps.ts'
import { firstOf, type Pushes, pushableOf, wholeOf } from './step-places.ts'

/** Steps of one stream that a process can run. */
export interface RunnableSteps {
  readonly bound: StepsOutline
  /** The process in which they run, and their number there. */
  readonly process: StepRunner
  readonly order: BoundOutline
  /** Whether the number of rows may change. */
  readonly changesCount: boolean
  readonly salt: string
}

/** Steps of which the source may run the first ones itself. */
export interface SplitSteps {
  /** The number of first steps, and these as one SELECT. */
  readonly count: number
  readonly pushdown: Pushdown
  /** The others, bound to the rows that the source then sends. */
  readonly rest: RunnableSteps
}

/** The steps of one stream, bound to its columns. */
export interface PlannedSteps extends RunnableSteps {
  /** The columns after the last step; a column that no step changed has the source's type. */
  readonly columns: readonly SourceColumn[]
  /** The columns that steps created, or that arrive as steps see them. */
  readonly computed: readonly string[]
  /** The same steps as one SELECT that the source may run itself. */
  readonly pushdown?: Pushdown
  /** If the types of the source's columns do not allow all of them there. */
  readonly split?: SplitSteps
  /** The last of them, for a destination that may run them. */
  readonly last?: StepsAtEnd
}

/** The last steps, and those before. */
export interface StepsAtEnd extends LastSteps {
  /** Binds the steps before them. @returns nothing if there are none. @throws ConnectorError */
  bindFirst(): Promise<PlannedSteps | undefined>
}

/** What the binder may know about a stream besides its columns. */
interface BoundStream {
  /** Whether columns that the first step leaves out may be read too, because rejected rows are kept as they were before the steps. */
  readonly readsAll: boolean
  /** Absent: the source runs no steps. */
  readonly pushes?: Pushes
}

export interface StepBinder {
  /** Entities that joins read in addition to their stream. */
  readonly joined: readonly string[]
  /** @returns nothing if no step applies to the stream. @throws ConnectorError that names the step, before any row is read */
  bind(
    entity: string,
    columns: readonly SourceColumn[],
    entities: readonly SourceEntity[],
    stream: BoundStream,
  ): Promise<PlannedSteps | undefined>
}

/** Steps for streams that are not moved, probably by mistake. */
export const idleSteps = (steps: readonly Step[], entities: readonly string[]): readonly Sentence[] =>
  steps.flatMap(({ type, stream }, index) =>
    stream === undefined || entities.includes(stream)
      ? []
      : [sentence`Step ${index + 1} (${type}) is for ${stream}, which this flow does not move.`],
  )

const KEEPS_COUNT: readonly Step['type'][] = ['select', 'rename', 'cast', 'compute', 'mask', 'sort']

const changesCount = ({ type }: Step) => !KEEPS_COUNT.includes(type)

/**
 * Binds the steps of all streams of a run in one process. @param open called when there are steps to bind
 * @param moment what `now()` and its kind return in them, in whatever parts and attempts the rows come. Absent: when they pass
 */
export function openStepBinder(
  { steps, salt, areSingleRows = false }: Transformations = { steps: [], salt: '' },
  open: () => StepRunner,
  moment?: Date,
): StepBinder {
  const given = { salt, ...defined({ moment: moment?.toISOString() }) }
  const joined = steps.flatMap(({ type, settings }) => (type === 'join' ? [textIn(settings, 'stream')] : []))
  const binder: StepBinder & { readonly bindSome: BindSome } = {
    joined,
    bind: (entity, columns, entities, stream) =>
      binder.bindSome(stepsOf(steps, entity), entity, columns, entities, stream),
    bindSome: async (own, entity, columns, entities, stream) => {
      const { readsAll, pushes } = stream
      if (own.length === 0) return undefined
      const process = open()
      const others = entities
        .filter(({ name }) => joined.includes(name))
        .map((other) => ({ entity: other.name, columns: other.columns }))
      const order = await process.bind({
        input: { entity, columns: readsAll ? columns : chosenFirst(own[0], columns) },
        steps: own,
        others,
        pushable: pushableOf(own),
        ...given,
      })
      const { outline: bound } = order
      const pushdown = wholeOf(own, order)
      if (bound.failure) throw failedStep(steps, bound.failure, entity)
      if (areSingleRows && !bound.isTraceable) throw combining(entity)
      const runnable = { bound, process, order, changesCount: own.some(changesCount), salt }
      const isWhole = pushdown !== undefined && pushes?.(pushdown) === true
      const split = isWhole ? undefined : await splitSteps({ runnable, entity, own, others, pushes, given })
      const last = lastSteps(own, bound)
      const bindFirst = () => binder.bindSome(own.slice(0, last?.after), entity, columns, entities, stream)
      return {
        ...runnable,
        ...columnsAfter(bound),
        ...defined({ pushdown, split, last: last && { ...last, bindFirst } }),
      }
    },
  }
  return binder
}

type BindSome = (own: readonly Step[], ...stream: Parameters<StepBinder['bind']>) => ReturnType<StepBinder['bind']>

/** Columns that the first step leaves out are not read. */
function chosenFirst(first: Step | undefined, columns: readonly SourceColumn[]): readonly SourceColumn[] {
  if (first?.type !== 'select') return columns
  const names = namesIn(first.settings, 'columns')
  const isThere = names.every((name) => columns.some((column) => column.name === name))
  return isThere && names.length > 0 ? columns.filter(({ name }) => names.includes(name)) : columns
}

interface Splitting {
  readonly runnable: RunnableSteps
  readonly entity: string
  readonly own: readonly Step[]
  readonly others: Parameters<StepRunner['bind']>[0]['others']
  readonly pushes: Pushes | undefined
  readonly given: Pick<Parameters<StepRunner['bind']>[0], 'salt' | 'moment'>
}

/** Binds the steps after those that the source takes. @returns nothing if it takes none */
async function splitSteps({
  runnable,
  entity,
  own,
  others,
  pushes,
  given,
}: Splitting): Promise<SplitSteps | undefined> {
  const { process, bound, order, salt } = runnable
  const first = firstOf(own, order, pushes)
  const rest = own.slice(first?.count)
  if (!first || rest.length === 0) return undefined
  const { columns } = columnsAfter(bound, first.count)
  const after = await process.bind({ input: { entity, columns }, steps: rest, others, pushable: [], ...given })
  if (after.outline.failure) return undefined
  const changes = rest.some(changesCount)
  return { ...first, rest: { bound: after.outline, process, order: after, changesCount: changes, salt } }
}

/** @param steps how many steps have been done. Absent: all */
function columnsAfter(bound: StepsOutline, steps = -1): Pick<PlannedSteps, 'columns' | 'computed'> {
  const left = bound.relations.at(steps)?.relation.columns ?? []
  const computed: string[] = []
  const columns = left.map((leaving): SourceColumn => {
    const { name, label, value, nullable, keyPosition, raw } = leaving
    const kept = keptColumn(bound, leaving)?.column
    // It is read in one notation only, which must be that of the steps if one of them uses it.
    const isSeen = bound.used.has(raw ?? '') || left.filter((other) => other.raw === raw).length > 1
    if (!kept || (kept.hasNativeText && isSeen)) computed.push(name)
    return defined({
      name,
      type: kept?.type ?? label,
      value,
      nullable,
      keyPosition,
      ownTypes: kept?.ownTypes && kept.ownTypes,
      ignores: kept?.ignores && kept.ignores,
      currency: kept?.currency && kept.currency,
      hasNativeText: kept?.hasNativeText,
      mayBeReadAsNull: kept?.mayBeReadAsNull,
    })
  })
  return { columns, computed }
}

const combining = (entity: string) =>
  new ConnectorError({
    code: 'STEPS_COMBINE_ROWS',
    message: sentence`The steps of ${entity} combine rows, so single rows cannot be sent through them.`,
    hint: sentence`Run the flow, which reads all rows.`,
  })

function failedStep(
  steps: readonly Step[],
  { id, problem }: NonNullable<StepsOutline['failure']>,
  entity: string,
): ConnectorError {
  const index = steps.findIndex((step) => step.id === id)
  const step = steps[index]
  const where = step ? sentence`${entity}, step ${index + 1} (${step.type})` : entity
  return new ConnectorError({
    ...problem,
    message: sentence`${where}: ${problem.message}`,
    ...defined({ node: step && id }),
  })
}
