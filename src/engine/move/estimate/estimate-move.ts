import { counted, type Figure, sumOf, UNKNOWN } from '../../../core/catalog/estimates/figure.ts'
import type { Destination } from '../../ports/destination.ts'
import type { PlannedRead, PlannedWrite, SideEstimate, SourceEstimate, StreamAmount } from '../../ports/estimate.ts'
import type { Source, SourceEntity } from '../../ports/source.ts'
import type { Step } from '../../transform/columns/step.ts'
import { isMark, overlapStart } from '../plan/overlap.ts'
import { spelledStreams } from '../plan/spelled-streams.ts'
import type { MoveRequest } from '../run/move-request.ts'
import type { SpelledStream, StreamRequest } from '../run/stream-request.ts'
import { afterSteps } from './after-steps.ts'

/** What one stream would bring. */
export interface StreamEstimate {
  readonly entity: string
  /** In the destination's notation. */
  readonly target: string
  readonly read: StreamAmount
  readonly written: StreamAmount
}

export interface MoveEstimate {
  readonly source: SideEstimate
  readonly destination: SideEstimate
  readonly streams: readonly StreamEstimate[]
}

export interface EstimateRequest extends Pick<MoveRequest, 'stateOf' | 'knownTargets'> {
  readonly source: Source
  readonly destination: Destination
  /** None means every entity. */
  readonly streams: readonly StreamRequest[]
  /** Only these entities. Absent: all. */
  readonly only?: readonly string[]
  readonly steps: readonly Step[]
}

/**
 * What a run would read and write, and what that costs at both ends. Reads no row that a vendor charges, and writes nothing.
 * @throws ConnectorError when source or destination cannot be described
 */
export async function estimateMove(request: EstimateRequest): Promise<MoveEstimate> {
  const { source, destination, streams: requests, only, steps } = request
  const named = requests.length > 0 ? [...new Set(requests.map(({ entity }) => entity))] : undefined
  const entities = await source.entities(named)
  const known = new Map(entities.map((entity) => [entity.name, entity]))
  const planned = spelledStreams(requests, entities, request)
    .filter(({ entity }) => only?.includes(entity) ?? true)
    .flatMap((stream) => {
      const entity = known.get(stream.entity)
      return entity ? [{ stream, entity }] : []
    })
  const reads = planned.map(({ stream, entity }) => readOf(stream, entity, request))
  const read = (await source.estimate?.(reads)) ?? nothingTold(reads)
  const streams = planned.map(({ stream, entity }, index) => {
    const amount = read.reads[index] ?? NOTHING_KNOWN
    const columns = stream.columns ?? entity.columns.map(({ name }) => name)
    const { columns: left, ...written } = afterSteps(steps, stream.entity, { ...amount, columns })
    return { stream, read: amount, written, columns: left }
  })
  const writes = streams.map(
    ({ stream, written, columns }): PlannedWrite => ({
      ...written,
      target: stream.target,
      mode: stream.mode,
      columns,
      isIncremental: stream.cursor !== undefined,
      sumsValues: stream.verify === 'values',
    }),
  )
  return {
    source: sideOf(read),
    destination: (await destination.estimate?.(writes)) ?? rowsOnly(writes),
    streams: streams.map(({ stream: { entity, target }, read: from, written }) => ({
      entity,
      target,
      read: from,
      written,
    })),
  }
}

const sideOf = ({ reads: _, ...side }: SourceEstimate): SideEstimate => side

/** An incremental stream continues a little before the position of the last run, as the run does. */
function readOf(stream: SpelledStream, entity: SourceEntity, { source, stateOf }: EstimateRequest): PlannedRead {
  const { cursor } = stream
  const state = stateOf?.(stream.entity, stream.target)?.cursor
  const column = entity.columns.find(({ name }) => name === cursor?.column)
  if (!cursor || !column || !source.cursorBounds || state?.column !== cursor.column) return { entity }
  const mark = state.highWaterMark
  if (mark === undefined || !isMark(column.value, mark)) return { entity }
  // Rows whose value cannot be a mark are read too, so the window has no upper bound.
  return { entity, window: { cursor: cursor.column, from: overlapStart(column.value, mark), ahead: 1 } }
}

const NOTHING_KNOWN: StreamAmount = { rows: UNKNOWN, bytes: UNKNOWN }

const nothingTold = (reads: readonly PlannedRead[]) => ({
  reads: reads.map(() => NOTHING_KNOWN),
  figures: { rows: UNKNOWN },
  quotas: [],
  notes: [],
})

const total = (figures: readonly Figure[]) => (figures.length === 0 ? counted(0) : sumOf(figures))

const rowsOnly = (writes: readonly PlannedWrite[]): SideEstimate => ({
  figures: { rows: total(writes.map(({ rows }) => rows)) },
  quotas: [],
  notes: [],
})
