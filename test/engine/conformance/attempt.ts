import { modesOf } from '../../../src/core/catalog/connections/connection-types.ts'
import { move } from '../../../src/engine/move/move.ts'
import type { MoveEvent } from '../../../src/engine/move/run/move-events.ts'
import type { MoveRequest, MoveResult } from '../../../src/engine/move/run/move-request.ts'
import type { StreamRequest } from '../../../src/engine/move/run/stream-request.ts'
import type { Field } from '../../../src/engine/ports/value-type.ts'
import { keptStepProcesses } from '../../support/kept-step-processes.ts'
import { nextFence } from '../move-between.ts'
import { NOWHERE, rowDestination, rowSource } from '../row-ends.ts'
import type { ReadablePlace, WritablePlace } from './case.ts'
import { ORDER_COLUMNS } from './orders.ts'

interface Attempt {
  readonly signal?: AbortSignal
  readonly fence?: MoveRequest['fence']
  readonly onEvent?: (event: MoveEvent) => void
}

interface Writing extends Attempt, Partial<Pick<MoveRequest, 'dry' | 'rejects'>> {
  readonly stream?: Partial<StreamRequest>
  readonly columns?: Parameters<typeof rowSource>[0][string]['columns']
  /** Is called before each row. */
  readonly between?: (row: number) => void
}

let attempts = 0

/** A run of its own, whose flow is told apart from those of other places by its target alone. */
const fenceOf = (): MoveRequest['fence'] => ({ ...nextFence(), runId: `conformance-${++attempts}` })

/** Moves rows in memory to the place. */
export function writeRows(
  { connector, endpoint, context, destination }: WritablePlace,
  rows: Iterable<readonly Field[]>,
  { signal, fence = fenceOf(), onEvent = () => {}, stream, columns = ORDER_COLUMNS, between, ...more }: Writing = {},
): Promise<MoveResult> {
  const [mode = 'append'] = modesOf(connector.type)
  return move({
    stepProcesses: keptStepProcesses,
    ...more,
    source: { connector: rowSource({ orders: { columns, rows } }, between), endpoint: NOWHERE },
    destination: { connector, endpoint },
    streams: [{ entity: 'orders', target: destination.target, mode, ...stream }],
    fence,
    context: context(signal, fence.runId),
    onEvent,
  })
}

interface Reading extends Attempt {
  readonly stream?: Partial<StreamRequest>
  /** Is waited for when the first rows are here. */
  readonly arrived?: () => Promise<void>
}

/** Moves an entity of the place into memory. */
export async function readRows(
  { connector, endpoint, context }: ReadablePlace,
  entity: string,
  { signal, fence = fenceOf(), onEvent = () => {}, stream, arrived }: Reading = {},
) {
  const destination = rowDestination(arrived)
  const { streams } = await move({
    stepProcesses: keptStepProcesses,
    source: { connector, endpoint },
    destination: { connector: destination, endpoint: NOWHERE },
    streams: [{ entity, target: entity, mode: 'append', ...stream }],
    fence,
    context: context(signal, fence.runId),
    onEvent,
  })
  return { stream: streams[0], rows: destination.received.get(entity) }
}
