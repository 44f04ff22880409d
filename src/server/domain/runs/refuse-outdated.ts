import { sentence } from '../../../core/catalog/sentence.ts'
import type { Query } from '../../store/database/database.ts'
import type { FlowConfig } from '../../store/flows/flow-config.ts'
import { listRejectedStreams } from '../../store/rejects/rejected-rows.ts'
import { listLaterStreams } from '../../store/runs/later-streams.ts'
import { RequestError } from '../request-error.ts'

interface Replayed {
  readonly organizationId: string
  /** The run that has rejected the rows. */
  readonly runId: string
  readonly replayId: string
}

/**
 * A later run that has replaced a table has read all of its rows anew: rows that were rejected before would be there twice, or be there although
 * the source no longer has them. @throws RequestError
 */
export async function refuseOutdated(
  query: Query,
  { organizationId, runId, replayId }: Replayed,
  { streams }: FlowConfig,
): Promise<void> {
  const replaced = streams.filter(({ mode }) => mode === 'replace').map(({ entity }) => entity)
  if (replaced.length === 0) return
  const later = await listLaterStreams(query, runId)
  const sent = await listRejectedStreams(query, organizationId, runId, replayId)
  const outdated = sent.find(
    ({ entity, target }) =>
      replaced.includes(entity) &&
      later.some((other) => !other.isOfOther && other.entity === entity && other.target === target),
  )
  if (!outdated) return
  throw new RequestError(
    'conflict',
    'ROWS_OUTDATED',
    sentence`A later run has read ${outdated.entity} again and replaced its rows, so these are outdated. Send the rows that the newest run has rejected.`,
  )
}
