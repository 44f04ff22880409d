import { sentence } from '../../../core/catalog/sentence.ts'
import type { Database } from '../../store/database/database.ts'
import { findCalledFlow, recordInboundUse } from '../../store/flows/inbound-urls.ts'
import { inboundOwner, openSecrets, secretsAt } from '../../vault/channel-secrets.ts'
import type { Vault } from '../../vault/vault.ts'
import { RequestError } from '../request-error.ts'
import { runKey } from '../runs/run-key.ts'
import type { StartedRun, StartRun } from '../runs/start-run.ts'
import { isSignedBy, type SignedCall, wrongSignature } from './check-signature.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
  readonly startRun: StartRun
  /** @throws RequestError too many, if the flow is called too often */
  readonly checkRate: (flowId: string) => void
}

/**
 * Starts the flow of an inbound URL. A call that is sent again, by its sender or by somebody who has recorded it, has the same id:
 * it answers with the run of the first one.
 * @throws RequestError unauthenticated, the same for a flow that does not exist; else as `startRun`
 */
export async function startByInboundUrl(
  { database, vault, startRun, checkRate }: Deps,
  flowId: string,
  call: SignedCall,
): Promise<StartedRun> {
  const flow = await database.asSystem((query) => findCalledFlow(query, flowId))
  const secrets = flow
    ? secretsAt(openSecrets(vault, inboundOwner(flow.organization_id, flowId), flow.secrets), Date.now())
    : []
  if (!isSignedBy(call, secrets) || !flow) throw wrongSignature()
  checkRate(flowId)
  await database.asSystem((query) => recordInboundUse(query, flowId))
  if (flow.is_paused)
    throw new RequestError(
      'conflict',
      'SCHEDULES_PAUSED',
      sentence`This organization was restored from a backup. Nothing starts by itself until its schedules are resumed.`,
    )
  // The id is the sender’s own for each flow.
  const idempotencyKey = runKey('inbound', flowId, call.id)
  return startRun({
    organizationId: flow.organization_id,
    flowId,
    trigger: 'inbound_url',
    work: { kind: 'move' },
    idempotencyKey,
  })
}
