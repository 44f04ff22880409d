import { type StandInParts, standInParts } from '../../store/connections/stand-ins.ts'
import type { Database } from '../../store/database/database.ts'
import { removeConnection } from '../connections/change-connections.ts'
import { removeFlow } from '../flows/change-flows.ts'
import { removeIntegration } from '../integrations/change-integrations.ts'
import type { Member } from '../members/member.ts'
import type { StandInDeps } from './add-stand-in.ts'

/** The flows that use stand-ins, and the connections and integrations that are stand-ins. */
export const readStandIns = (database: Database, organizationId: string): Promise<StandInParts> =>
  database.inOrganization(organizationId, (query) => standInParts(query, organizationId))

/** Moves all of them to the trash, and stops the stand-ins. Repeated after an interruption, it removes the rest. @throws RequestError */
export async function removeStandIns({ database, vault, standIns }: StandInDeps, member: Member): Promise<void> {
  const { organizationId } = member
  const parts = await readStandIns(database, organizationId)
  for (const { id } of parts.flows) await removeFlow(database, member, id)
  for (const { id } of parts.connections) await removeConnection({ database, vault }, member, id)
  const left = (await readStandIns(database, organizationId)).integrations
  for (const { id } of left) await removeIntegration({ database }, member, id)
  for (const { id } of parts.integrations) await standIns?.remove({ organizationId, integrationId: id })
}
