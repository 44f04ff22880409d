import { defined } from '../../../core/catalog/defined.ts'
import type { KnownTarget, MoveRequest } from '../../../engine/move/run/move-request.ts'
import type { StreamState } from '../../../engine/move/run/stream-request.ts'
import type { Query } from '../../store/database/database.ts'
import { listStreamColumns, type StreamColumns } from '../../store/flows/stream-columns.ts'
import { listStreamPositions, type StreamPosition } from '../../store/flows/stream-positions.ts'
import type { FlowSnapshot, RunRow } from '../../store/runs/run-rows.ts'

type FlowEnds = Pick<FlowSnapshot, 'sourceConnectionId' | 'destinationConnectionId'>

export interface StreamStates {
  readonly stateOf: NonNullable<MoveRequest['stateOf']>
  readonly knownTargets: readonly KnownTarget[]
  /** The columns of both ends after the last run that succeeded. */
  readonly described: readonly StreamColumns[]
}

/** The state of a flow's streams after earlier runs between the same connections. */
export async function loadStreamStates(
  query: Query,
  { flow_id: flowId, flow_snapshot: flow }: Pick<RunRow, 'flow_id'> & { readonly flow_snapshot: FlowEnds },
): Promise<StreamStates> {
  const positions = await listStreamPositions(query, flowId, flow)
  const described = await listStreamColumns(query, flowId, flow)
  const stateOf: StreamStates['stateOf'] = (entity, target) => {
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
  return { stateOf, described, knownTargets: described.map(({ entity, target }) => ({ entity, target })) }
}

type Cursor = NonNullable<StreamState['cursor']>

const cursorOf = ({ cursor_column: column, bound, has_read_beyond: hasReadBeyond }: StreamPosition): Cursor =>
  defined({ column, highWaterMark: bound ?? undefined, hasReadBeyond })

/** Its bound says nothing about these rows. */
const cursorOfAnother = ({ cursor_column: column }: StreamPosition): Cursor => ({
  column,
  hasReadBeyond: true,
  isOfAnother: true,
})
