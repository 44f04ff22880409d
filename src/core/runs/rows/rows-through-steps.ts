import { defined } from '../../catalog/defined.ts'
import { RUN_KINDS, type RunKind } from '../../catalog/runs/run-kinds.ts'
import { combinesRows } from '../../catalog/transformations/combines-rows.ts'
import { transformationTypeOf } from '../../catalog/transformations/transformation-types.ts'
import { sameValue } from '../../flows/drafts/same-value.ts'
import type { Transformation } from '../../flows/flow.ts'
import type { Run, RunStream } from '../run.ts'
import { totalsOf } from '../run-totals.ts'

/** Absent: nobody has counted there. */
export interface RowsThrough {
  readonly rowsIn?: number
  readonly rowsOut?: number
}

type Step = Pick<Transformation, 'id' | 'type'> & { readonly stream?: unknown }

/** The steps as they were in a run; a step that was added or changed since has not run. */
export function stepsThatRan(
  { kind, flow, streams }: Pick<Run, 'kind' | 'flow' | 'streams'>,
  steps: readonly Transformation[],
): readonly Transformation[] {
  if (RUN_KINDS[kind].reads !== 'source') return []
  const before = new Map(flow?.steps.map((step) => [step.id, step]))
  const isFor = ({ stream }: Transformation) => streams.some(({ entity }) => stream === undefined || stream === entity)
  return steps.filter((step) => {
    const ran = before.get(step.id)
    const { type, stream, settings } = step
    const [was, is] = [
      { type: ran?.type, stream: ran?.['stream'] ?? undefined, settings: ran?.['settings'] },
      { type, stream, settings },
    ]
    return isFor(step) && sameValue(was, is)
  })
}

/**
 * The number of rows before and after each step, over all streams of a run. The engine runs all steps of a stream as one query
 * and counts at its two ends: between two steps that both change the number of rows, there is no count. Steps without any are left out.
 */
export function rowsThroughSteps({
  kind,
  flow,
  streams,
}: Pick<Run, 'kind' | 'flow' | 'streams'>): ReadonlyMap<string, RowsThrough> {
  const steps: readonly Step[] = goesThroughSteps(kind) ? (flow?.steps ?? []) : []
  const sums = new Map<string, RowsThrough>()
  const unknown = new Set<string>()
  for (const stream of streams) {
    const own = steps.filter((step) => step.stream == null || step.stream === stream.entity)
    for (const [index, { id }] of own.entries()) {
      const through = isCounted(stream) ? throughStep(own, index, stream) : undefined
      if (!through) unknown.add(id)
      else sums.set(id, sums.has(id) ? added(sums.get(id), through) : through)
    }
  }
  for (const id of unknown) sums.delete(id)
  return sums
}

/** Rows that steps left out, without the tables whose rows became others. */
export function filteredRows(run: Pick<Run, 'combinesRows' | 'flow' | 'streams' | 'totals'>): number {
  if (!run.combinesRows) return totalsOf(run).rowsFiltered
  const steps = run.flow?.steps
  if (!steps) return 0
  return run.streams.reduce(
    (sum, { entity, rowsFiltered }) => sum + (combinesRows(steps, entity) ? 0 : rowsFiltered),
    0,
  )
}

/** Rows that a table refused have been through them before, and a comparison leaves the rows where they are. */
const goesThroughSteps = (kind: RunKind): boolean =>
  RUN_KINDS[kind].reads === 'source' && RUN_KINDS[kind].result !== 'compared'

/** Both ends are counted when all rows are there; an attempt that was interrupted after that told only what it wrote. */
const isCounted = ({ status, receipt }: RunStream): boolean =>
  status === 'succeeded' && receipt?.check?.reason !== 'interrupted'

function throughStep(steps: readonly Step[], index: number, stream: RunStream): RowsThrough | undefined {
  const rowsIn = countAt(steps, index, stream)
  const rowsOut = countAt(steps, index + 1, stream)
  return rowsIn === undefined && rowsOut === undefined ? undefined : defined({ rowsIn, rowsOut })
}

/** Rows before the step at that index; for the number of steps: rows after all of them. */
function countAt(steps: readonly Step[], index: number, stream: RunStream): number | undefined {
  if (steps.slice(0, index).every(keepsCount)) return isReadUntil(steps) ? undefined : stream.rowsRead
  if (steps.slice(index).every(keepsCount)) return stream.rowsWritten + stream.rowsRejected + (stream.rowsLeftOut ?? 0)
  return undefined
}

/** No more rows are read than a limit takes, and a source that runs the steps before it does not count those that they leave out. */
const isReadUntil = (steps: readonly Step[]): boolean =>
  steps.slice(steps.findIndex((step) => !keepsCount(step)) + 1).some(({ type }) => type === 'limit')

const keepsCount = ({ type }: Step): boolean => transformationTypeOf(type)?.rowsAfter === 'same'

const added = (sum: RowsThrough | undefined, { rowsIn, rowsOut }: RowsThrough): RowsThrough =>
  defined({ rowsIn: total(sum?.rowsIn, rowsIn), rowsOut: total(sum?.rowsOut, rowsOut) })

const total = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? undefined : one + other
