import { counted, estimated } from '../../../core/catalog/estimates/figure.ts'
import { ConnectorError } from '../../ports/connector.ts'
import type { Destination } from '../../ports/destination.ts'
import type { TargetRequest } from '../../ports/target-request.ts'
import type { MoveRequest } from '../run/move-request.ts'
import type { StreamTracker } from '../run/stream-tracker.ts'

/** Reports what the rows that a dry run has counted would cost the destination. Without an answer of the destination, nothing is reported. */
export async function estimateDryRun(
  destination: Destination,
  targets: ReadonlyMap<string, TargetRequest>,
  trackers: readonly Pick<StreamTracker, 'progress'>[],
  onEvent: MoveRequest['onEvent'],
): Promise<void> {
  const writes = trackers.flatMap(({ progress: { target, status, rowsWritten, bytes, window } }) => {
    const request = targets.get(target)
    if (!request || status !== 'succeeded') return []
    const amounts = { rows: counted(rowsWritten), bytes: estimated(bytes), columns: counted(request.columns.length) }
    return [{ ...amounts, target, mode: request.mode, isIncremental: window !== undefined, sumsValues: false }]
  })
  if (writes.length === 0) return
  try {
    const side = await destination.estimate?.(writes)
    if (side) onEvent({ kind: 'estimate', destination: side })
  } catch (error) {
    // The dry run itself has succeeded.
    if (!(error instanceof ConnectorError)) throw error
  }
}
