import { nearestName } from '../catalog/nearest-name.ts'
import type { StepProblem } from '../catalog/transformations/transformation-problem.ts'
import { type StepInput, settingProblems } from '../catalog/transformations/transformation-setting-problems.ts'
import { transformationTypeOf } from '../catalog/transformations/transformation-types.ts'
import type { Entity } from '../connections/entity.ts'
import type { FlowConfig, Transformation } from '../flows/flow.ts'
import type { Previewed } from './previewed.ts'

export interface StepReview {
  /** Columns that every stream of the step has at its input; undefined if unknown. */
  readonly columns: readonly string[] | undefined
  readonly problems: readonly StepProblem[]
}

/** Columns that each moving stream has so far; undefined columns are unknown. */
type Moving = Map<string, readonly string[] | undefined>

/**
 * Goes through the steps in their order, as a run would, and returns the input columns and the problems of each.
 * Without entities (before discovery, or when the source cannot be read) columns and tables are not checked.
 * A preview adds facts that settings do not show: the columns of a query, and failed expressions.
 */
export function reviewSteps(
  config: FlowConfig,
  entities: readonly Entity[] | undefined,
  previewed?: Previewed,
): ReadonlyMap<string, StepReview> {
  const { streams, transformations } = config
  const known = new Map(entities?.map(({ name, columns }) => [name, columns.map((column) => column.name)]))
  const columnsOf = (entity: string) => {
    const columns = known.get(entity)
    // A source that returns only names still has columns.
    return columns && columns.length > 0 ? columns : undefined
  }
  const moving: Moving = new Map(
    streams.length > 0
      ? streams.map(({ entity, columns }) => [entity, columns ?? columnsOf(entity)])
      : [...known.keys()].map((name) => [name, columnsOf(name)]),
  )
  const names = entities && [...known.keys()]
  // The results are valid for steps that are unchanged, together with all earlier steps.
  let isTrue = previewed?.config.streams === streams
  return new Map(
    transformations.map((step, index) => {
      const review = reviewStep(step, moving, { entities: names, columnsOf })
      isTrue &&= step === previewed?.config.transformations[index]
      const results = isTrue ? previewed?.results.get(step.id) : undefined
      if (results?.problem)
        return [step.id, review.problems.length > 0 ? review : { ...review, problems: [results.problem] }]
      if (results) moving.set(previewed?.stream ?? '', results.columns)
      return [step.id, review]
    }),
  )
}

function reviewStep(
  { type, stream, settings }: Transformation,
  moving: Moving,
  source: Pick<StepInput, 'entities' | 'columnsOf'>,
): StepReview {
  const row = transformationTypeOf(type)
  if (!row) {
    // The server accepted it, so it can run: only its output is unknown here.
    for (const name of moving.keys()) if (stream === undefined || stream === name) moving.set(name, undefined)
    return { columns: undefined, problems: [] }
  }
  if (stream !== undefined && moving.size > 0 && !moving.has(stream)) {
    const nearest = nearestName(stream, [...moving.keys()])
    return { columns: undefined, problems: [{ kind: 'no-such-stream', stream, nearest }] }
  }
  const own = stream === undefined ? [...moving.keys()] : [stream]
  const columns = commonColumns(own.map((name) => moving.get(name)))
  const problems = (own.length > 0 ? own : ['']).flatMap((name) =>
    settingProblems(row.settings, settings, { ...source, stream: name, columns: moving.get(name) }),
  )
  for (const name of own) moving.set(name, row.columnsAfter(moving.get(name), settings, source.columnsOf))
  return { columns, problems: firstOfEachPlace(problems) }
}

function commonColumns(streams: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  const [first, ...rest] = streams
  if (first === undefined || rest.includes(undefined)) return undefined
  const others = rest.map((columns) => new Set(columns))
  return first.filter((column) => others.every((columns) => columns.has(column)))
}

/** A problem of two thousand tables is reported once. */
function firstOfEachPlace(problems: readonly StepProblem[]): readonly StepProblem[] {
  const seen = new Set<string>()
  return problems.filter((problem) => {
    const key = JSON.stringify([problem.kind, 'at' in problem && problem.at, 'column' in problem && problem.column])
    return !seen.has(key) && seen.add(key)
  })
}
