import { sentence } from '../../core/catalog/sentence.ts'
import { inTurn } from '../../core/catalog/sentence-lists.ts'
import { ConnectorError } from '../ports/connector.ts'
import { moveSome } from './move-some.ts'
import type { RunSharing, StreamRun } from './move-stream.ts'
import type { StepBinder } from './plan/plan-steps.ts'
import type { PlannedStream } from './plan/plan-stream.ts'
import type { MoveRequest } from './run/move-request.ts'
import { limitOf } from './run/open-both.ts'
import { SharedStreams } from './streams/shared-streams.ts'

/** A person who cancels a run waits for it. */
const LOCK_OUT_WITHIN_MS = 15_000

/** Whether a connection allows so many sessions at most: those of other workers would be counted nowhere. */
export const areSessionsLimited = ({ source, destination }: Pick<MoveRequest, 'source' | 'destination'>): boolean =>
  [source, destination].some(({ endpoint }) => limitOf(endpoint.config) !== undefined)

/**
 * How a run shares its streams with other workers. @returns nothing if it does not: others would not keep a budget, and would wait for targets that
 * the SQL before the rows holds
 * @param isBudgeted whether anything that the run spends is limited
 */
export function runSharing(
  request: MoveRequest,
  run: StreamRun,
  { binder, isBudgeted }: { readonly binder: StepBinder; readonly isBudgeted: boolean },
): RunSharing | undefined {
  const { streamSharing: sharing, dry, sql, fence, onEvent } = request
  if (!sharing || dry || isBudgeted || sql?.before !== undefined || areSessionsLimited(request)) return undefined
  const { source, signal } = run
  const copiesStructure = fence.copiesStructure === true
  const lockOut = async (streams: readonly PlannedStream[]) => {
    const { connector, endpoint } = request.destination
    // The run may have been stopped, and its sessions with it.
    const context = { ...request.context, signal: AbortSignal.timeout(LOCK_OUT_WITHIN_MS) }
    const epoch = await sharing.newEpoch()
    const destination = await connector.openDestination?.(endpoint, context)
    const wanted = streams.map((stream) => ({ ...stream.wanted, fence: { ...fence, epoch } }))
    await destination?.loads?.prepare(wanted).finally(() => destination.close())
  }
  return {
    streams: new SharedStreams({ sharing, source, copiesStructure, onEvent }),
    moveAgain: async ({ entity, tracker }) => {
      try {
        signal.throwIfAborted()
        await moveSome({
          ...request,
          run,
          binder,
          entities: [entity.name],
          fence: { ...fence, epoch: await sharing.newEpoch() },
          onEvent: (event) => {
            if (event.kind === 'progress') tracker.follow(event.stream)
            else if (event.kind !== 'log' || event.level !== 'error') onEvent(event)
          },
        })
      } catch (error) {
        if (signal.aborted) tracker.cancel()
        else if (error instanceof ConnectorError) tracker.fail(error.problem)
        else throw error
      }
    },
    lockOut: (streams) =>
      lockOut(streams).catch((error: unknown) => {
        if (!(error instanceof ConnectorError)) throw error
        const names = inTurn(streams.map(({ entity }) => entity.name))
        const message = sentence`Another worker has tables of this run and does not answer, so they may still arrive: ${names}. ${error.problem.message}`
        onEvent({ kind: 'log', level: 'warning', message, origin: 'destination' })
      }),
  }
}
