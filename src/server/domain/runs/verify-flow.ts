import { sentence } from '../../../core/catalog/sentence.ts'
import type { Database } from '../../store/database/database.ts'
import { listRowChanges } from '../../store/runs/row-changes.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Member } from '../members/member.ts'
import { RequestError } from '../request-error.ts'
import { readRun } from './read-runs.ts'
import { openRowChanges } from './row-changes.ts'
import type { StartedRun, StartRun } from './start-run.ts'

interface Deps {
  readonly database: Database
  readonly startRun: StartRun
}

/** Compares the tables of a flow as they are now on both sides, as a run that writes nothing. @throws RequestError */
export const verifyFlow = ({ startRun }: Pick<Deps, 'startRun'>, { organizationId, person }: Member, flowId: string) =>
  startRun({
    organizationId,
    flowId,
    trigger: 'person',
    by: { person, action: 'run.verified' },
    work: { kind: 'compare' },
  })

/** Sends the rows that a comparison found to be missing or different, by their keys, and no others. @throws RequestError */
export async function sendDiffering(
  { database, vault, startRun }: Deps & { readonly vault: Vault },
  { organizationId, person }: Member,
  runId: string,
): Promise<StartedRun> {
  const run = await readRun(database, organizationId, runId)
  const kept = await database.inOrganization(organizationId, (query) => listRowChanges(query, organizationId, runId))
  const differing = Object.fromEntries(
    kept.flatMap(({ entity, sealed }) => {
      const { differing: found } = openRowChanges(vault, { organizationId, runId }, sealed)
      return found ? [[entity, found]] : []
    }),
  )
  if (run.work.kind !== 'compare' || Object.keys(differing).length === 0)
    throw new RequestError(
      'conflict',
      'NOTHING_TO_SEND',
      sentence`This run has found no rows to send, or the time is over for which the organization keeps rows. Compare the tables again.`,
    )
  return startRun({
    organizationId,
    flowId: run.flow_id,
    trigger: 'person',
    by: { person, action: 'run.differing_sent', earlierRunId: run.id },
    work: { kind: 'send-differing', differing },
  })
}
