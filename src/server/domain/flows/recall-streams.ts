import { defined } from '../../../core/catalog/defined.ts'
import type { LandedEntity, MoveRequest, StreamMemory } from '../../../engine/move/move.ts'
import type { Query } from '../../store/database/database.ts'
import { listStreamColumns, type StreamColumns } from '../../store/flows/stream-columns.ts'
import { listStreamPositions, type StreamPosition } from '../../store/flows/stream-positions.ts'
import type { FlowSnapshot, RunRow } from '../../store/runs/runs.ts'

type FlowEnds = Pick<FlowSnapshot, 'sourceConnectionId' | 'destinationConnectionId'>

export interface Recalled {
  readonly recall: NonNullable<MoveRequest['recall']>
  readonly landed: readonly LandedEntity[]
  /** The columns of both ends after the last run that succeeded. */
  readonly described: readonly StreamColumns[]
}

/** The state of a flow's streams after earlier runs between the same connections. */
export async function recallStreams(
  query: Query,
  { flow_id: flowId, flow_snapshot: flow }: Pick<RunRow, 'flow_id'> & { readonly flow_snapshot: FlowEnds },
): Promise<Recalled> {
  const positions = await listStreamPositions(query, flowId, flow)
  const described = await listStreamColumns(query, flowId, flow)
  const recall: Recalled['recall'] = (entity, target) => {
    const isOf = (row: { readonly entity: string; readonly target: string }) =>
      row.entity === entity && row.target === target
    // Newest first: the last one that wrote the target.
    const position = positions.find((row) => row.target === target)
    const { columns, rows, target_columns: after } = described.find(isOf) ?? {}
    return defined({
      cursor: position && (position.entity === entity ? cursorOf(position) : cursorOfAnother(position)),
      columns,
      target: after?.map(({ name }) => name),
      rows: typeof rows === 'number' ? rows : undefined,
    })
  }
  return { recall, described, landed: described.map(({ entity, target }) => ({ entity, target })) }
}

type Cursor = NonNullable<StreamMemory['cursor']>

const cursorOf = ({ cursor_column: column, bound, has_read_beyond: hasReadBeyond }: StreamPosition): Cursor =>
  defined({ column, highWaterMark: bound ?? undefined, hasReadBeyond })

/** Its bound says nothing about these rows. */
const cursorOfAnother = ({ cursor_column: column }: StreamPosition): Cursor => ({
  column,
  hasReadBeyond: true,
  isOfAnother: true,
})
