import type { Flow } from '../../../core/flows/flow.ts'
import type { FailedStream } from '../../../core/mends/failure.ts'
import { reportedTables } from '../../../core/mends/reported-tables.ts'
import type { Run } from '../../../core/runs/run.ts'
import { useIsAllowed } from '../../access/use-active-organization.ts'
import { useEntities } from '../../queries/use-connections.ts'
import { useKnownTables } from '../../queries/use-known-tables.ts'

/**
 * The tables of the source of a run, now and when its flow last succeeded; people who may not ask the source see what the run has
 * found. Nothing until they are loaded.
 * @param entity the table that the mends are about
 */
export function useSourceTables(
  run: Run,
  flow: Flow | undefined,
  entity: string | undefined,
  isWanted: boolean,
): FailedStream['tables'] {
  const mayAsk = useIsAllowed('connection.test')
  const { id = '', type = '' } = flow?.sourceConnection ?? {}
  const { data: now } = useEntities({ id, type }, isWanted && id !== '', run.finishedAt)
  const { data: known } = useKnownTables(flow ?? NO_FLOW, isWanted && flow !== undefined)
  if (!isWanted) return undefined
  if (!mayAsk) return known && reportedTables(run, entity, known)
  return now && { now, known: known ?? [] }
}

const NO_FLOW: Flow = { id: '', name: '', enabled: false, config: { streams: [], transformations: [] } }
