import { sentence } from '../../../core/catalog/sentence.ts'
import type { RowChange } from '../../../engine/ports/dry-run.ts'
import type { Database } from '../../store/database/database.ts'
import { askForProofs, findMirrorDifference } from '../../store/mirrors/mirror-proofs.ts'
import { findMirror } from '../../store/mirrors/mirrors.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import type { Owner, SealedCredentials, Vault } from '../../vault/vault.ts'
import { requireFlow } from '../flows/require-flow.ts'
import type { Member } from '../members/member.ts'
import { notFound, RequestError } from '../request-error.ts'

/** Some of the rows of a table that differed. */
export interface MirrorDifferenceRows {
  readonly columns: readonly string[]
  readonly rows: readonly RowChange[]
}

export const ownerOfDifferences = (organizationId: string, flowId: string): Owner => ({
  organizationId,
  integrationId: `differences of the mirror ${flowId}`,
})

export const sealDifference = (
  vault: Vault,
  organizationId: string,
  flowId: string,
  found: MirrorDifferenceRows,
): SealedCredentials => vault.seal(ownerOfDifferences(organizationId, flowId), { ...found })

interface Deps {
  readonly database: Database
  readonly vault: Vault
}

/** None after their time. @throws RequestError not found; VaultError */
export async function readMirrorDifference(
  { database, vault }: Deps,
  organizationId: string,
  flowId: string,
  entity: string,
): Promise<MirrorDifferenceRows> {
  const sealed = await database.inOrganization(organizationId, async (query) => {
    await requireFlow(query, organizationId, flowId)
    return findMirrorDifference(query, organizationId, flowId, entity)
  })
  return sealed
    ? vault.open<MirrorDifferenceRows>(ownerOfDifferences(organizationId, flowId), sealed)
    : { columns: [], rows: [] }
}

/** Lets a mirror that is on compare both sides of its tables soon. @param entities absent: all. @throws RequestError */
export const compareMirror = (
  { database }: Pick<Deps, 'database'>,
  member: Member,
  flowId: string,
  entities: readonly string[] | undefined,
): Promise<void> =>
  database.inOrganization(member.organizationId, async (query) => {
    const { organizationId } = member
    const flow = await requireFlow(query, organizationId, flowId)
    const mirror = await findMirror(query, organizationId, flowId)
    if (mirror?.wanted !== 'on') throw mirrorOff()
    if ((await askForProofs(query, organizationId, flowId, entities)) === 0) throw notFound()
    await recordAudit(query, organizationId, member.person, {
      action: 'flow.mirror_compared',
      id: flowId,
      name: flow.name,
    })
  })

const mirrorOff = () => new RequestError('conflict', 'MIRROR_OFF', sentence`This mirror is not on.`)
