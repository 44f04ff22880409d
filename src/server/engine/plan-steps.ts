import { namesIn, textIn } from '../../core/catalog/transformation-settings.ts'
import { ConnectorError } from '../connectors/connector.ts'
import type { Pushdown } from '../connectors/pushdown.ts'
import type { SourceColumn, SourceEntity } from '../connectors/source.ts'
import { type OpenDuckdb, openDuckdb } from '../duckdb/open-duckdb.ts'
import { type BoundSteps, bindSteps } from '../transform/bind-steps.ts'
import { keptColumn } from '../transform/kept-column.ts'
import { pushdownOf } from '../transform/pushdown-of.ts'
import { type Step, stepsOf } from '../transform/step.ts'
import type { Transformations } from './move-request.ts'

/** What one stream's rows pass, bound to its columns. */
export interface PlannedSteps {
  readonly bound: BoundSteps
  /** As they leave the last step; what no step has changed has the source's type. */
  readonly columns: readonly SourceColumn[]
  /** Those of them that steps made, or that come as steps see them. */
  readonly made: readonly string[]
  /** Whether rows may be fewer, or more, than came. */
  readonly changesCount: boolean
  readonly salt: string
  /** The same as one SELECT that the source may do itself. */
  readonly pushdown?: Pushdown
}

export interface StepBinder {
  /** Entities that joins read besides their stream. */
  readonly joined: readonly string[]
  /** @returns nothing where no step is for the stream. @throws ConnectorError that names the step, before any row is read */
  bind(
    entity: string,
    columns: readonly SourceColumn[],
    entities: readonly SourceEntity[],
  ): Promise<PlannedSteps | undefined>
  close(): void
}

/** Steps for streams that are not moved, which a person may have forgotten. */
export const idleSteps = (steps: readonly Step[], entities: readonly string[]): readonly string[] =>
  steps.flatMap(({ type, stream }, index) =>
    stream === undefined || entities.includes(stream)
      ? []
      : [`Step ${index + 1} (${type}) is for ${stream}, which this flow does not move.`],
  )

const KEEPS_COUNT: readonly Step['type'][] = ['select', 'rename', 'cast', 'compute', 'mask', 'sort']

/** Binds the steps of all streams of a run in one DuckDB, opened when the first one needs it. */
export function openStepBinder({ steps, salt }: Transformations = { steps: [], salt: '' }): StepBinder {
  let duckdb: OpenDuckdb | undefined
  return {
    joined: steps.flatMap(({ type, settings }) => (type === 'join' ? [textIn(settings, 'stream')] : [])),
    bind: async (entity, columns, entities) => {
      const own = stepsOf(steps, entity)
      if (own.length === 0) return undefined
      duckdb ??= await openDuckdb()
      const input = { entity, columns: chosenFirst(own[0], columns) }
      const bound = await bindSteps(duckdb.connection, input, own, {
        entities: undefined,
        find: (name) => {
          const other = entities.find((candidate) => candidate.name === name)
          return other && { entity: other.name, columns: other.columns }
        },
      })
      if (bound.failure) throw failedStep(steps, bound.failure, entity)
      const names = input.columns.map(({ name }) => name)
      const pushdown = await pushdownOf(duckdb.connection, names, withoutLimit(own), salt)
      return {
        bound,
        ...columnsAfter(bound),
        changesCount: own.some(({ type }) => !KEEPS_COUNT.includes(type)),
        salt,
        ...(pushdown && { pushdown }),
      }
    },
    close: () => duckdb?.close(),
  }
}

/** What the first step leaves out need not be read. */
function chosenFirst(first: Step | undefined, columns: readonly SourceColumn[]): readonly SourceColumn[] {
  if (first?.type !== 'select') return columns
  const names = namesIn(first.settings, 'columns')
  const isThere = names.every((name) => columns.some((column) => column.name === name))
  return isThere && names.length > 0 ? columns.filter(({ name }) => names.includes(name)) : columns
}

/** The first rows are chosen by the read itself; a filter behind that would leave out others than before it. */
const withoutLimit = (steps: readonly Step[]): readonly Step[] =>
  steps.some(({ type }) => type === 'filter') ? steps : steps.filter(({ type }) => type !== 'limit')

function columnsAfter(bound: BoundSteps): Pick<PlannedSteps, 'columns' | 'made'> {
  const left = bound.relations.at(-1)?.relation.columns ?? []
  const made: string[] = []
  const columns = left.map((leaving): SourceColumn => {
    const { name, label, value, nullable, keyPosition, raw } = leaving
    const kept = keptColumn(bound, leaving)?.column
    // It is read in one spelling only, which has to be that of the steps where one of them looks at it.
    const isSeen = bound.used.has(raw ?? '') || left.filter((other) => other.raw === raw).length > 1
    if (!kept || (kept.isRespelled && isSeen)) made.push(name)
    return {
      name,
      type: kept?.type ?? label,
      value,
      nullable,
      ...(keyPosition !== undefined && { keyPosition }),
      ...(kept?.enumeration && { enumeration: kept.enumeration }),
      ...(kept?.isRespelled && { isRespelled: true }),
      ...(kept?.mayBeReadAsNull && { mayBeReadAsNull: true }),
    }
  })
  return { columns, made }
}

function failedStep(
  steps: readonly Step[],
  { id, error }: NonNullable<BoundSteps['failure']>,
  entity: string,
): ConnectorError {
  const index = steps.findIndex((step) => step.id === id)
  const step = steps[index]
  const where = step ? `${entity}, step ${index + 1} (${step.type})` : entity
  return new ConnectorError(
    { ...error.problem, message: `${where}: ${error.problem.message}`, ...(step && { node: id }) },
    { cause: error },
  )
}
