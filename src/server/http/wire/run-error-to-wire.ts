import { defined } from '../../../core/catalog/defined.ts'
import { errorClassOf } from '../../../core/catalog/errors/error-classes.ts'
import type { FlowSnapshot, ListedRunRow, RunErrorRow } from '../../store/runs/run-rows.ts'

type Ends = Pick<FlowSnapshot, 'sourceConnectionId' | 'destinationConnectionId'>

/** An error with who must act, and where. */
export function errorToWire({ retryAfter: _, cause: __, cause_sentence: ___, ...error }: RunErrorRow, flow: Ends) {
  const { blame, fix } = errorClassOf(error.code)
  const connection = connectionOf(error, flow)
  return { ...error, blame, fix, ...defined({ connection_id: connection }) }
}

/** The connection at whose end it happened, if known. */
export const connectionOf = ({ side }: Pick<RunErrorRow, 'side'>, flow: Ends): string | undefined =>
  side && (side === 'source' ? flow.sourceConnectionId : flow.destinationConnectionId)

/** The results of the attempts before the current one, and the start of the next. */
export const attemptsToWire = ({
  attempts,
  retry_at: retryAt,
  finished_at,
  error,
  flow_snapshot: flow,
}: Pick<ListedRunRow, 'attempts' | 'retry_at' | 'finished_at' | 'error' | 'flow_snapshot'>) => ({
  attempts: attempts.map((attempt) => ({ ...attempt, error: errorToWire(attempt.error, flow) })),
  retry_at: finished_at === null ? (retryAt?.toISOString() ?? null) : null,
  ...defined({ attempts_allowed: error ? errorClassOf(error.code).attempts : undefined }),
})
