import { defined } from '../../../core/catalog/defined.ts'
import type { FailingFlow } from '../../store/dashboard/dashboard.ts'
import type { RunErrorRow } from '../../store/runs/run-rows.ts'
import { connectionOf, errorToWire } from './run-error-to-wire.ts'

/** What two flows have in common if the same thing is wrong with both. */
function causeOf(
  error: RunErrorRow | null,
  ends: FailingFlow['ends'],
  integrationId: string | null,
): readonly string[] {
  const place = integrationId ?? (error && connectionOf(error, ends))
  if (place) return [place]
  return [ends.sourceConnectionId, ends.destinationConnectionId, error?.cause ?? error?.message ?? '']
}

/** Without the number of tables that arrived. */
const ofOneTable = ({ cause, cause_sentence: sentence, ...error }: RunErrorRow): RunErrorRow => {
  const { sentence: _, ...others } = error
  return cause === undefined ? error : { ...others, message: cause, ...defined({ sentence }) }
}

/** A problem that several flows share counts once: the same error with the same credentials, or the same words about the same connections. */
export function problemsOf(failing: readonly FailingFlow[]) {
  const problems = Map.groupBy(
    failing.filter(({ error }) => error !== null),
    ({ error, ends, integration_id }) => [error?.code, ...causeOf(error, ends, integration_id)].join(' '),
  )
  return [...problems.values()].flatMap((flows) => {
    const [first] = flows
    if (!first?.error) return []
    return {
      // The tables of one flow say nothing about other flows.
      error: errorToWire(ofOneTable(first.error), first.ends),
      flows: flows.map(({ flow_id, flow_name, run_id, at }) => ({ flow_id, flow_name, run_id, at: at.toISOString() })),
    }
  })
}
