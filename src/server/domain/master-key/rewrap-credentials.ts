import { listSealedAlertSecrets, replaceAlertSecrets } from '../../store/alerts/alert-channels.ts'
import { listSealedCredentials, replaceSealedKey } from '../../store/connections/sealed-credentials.ts'
import type { Database } from '../../store/database/database.ts'
import { listSealedInboundSecrets, replaceInboundSecrets } from '../../store/flows/inbound-urls.ts'
import { listSealedTrash, replaceSealedTrash } from '../../store/trash/trash.ts'
import { channelOwner, inboundOwner } from '../../vault/channel-secrets.ts'
import { type Owner, type SealedCredentials, type Vault, VaultError } from '../../vault/vault.ts'

interface Sealed {
  readonly owner: Owner
  readonly credentials: SealedCredentials
  readonly replace: (sealed: SealedCredentials) => Promise<unknown>
}

const OWNERS = {
  integration: (organizationId: string, integrationId: string): Owner => ({ organizationId, integrationId }),
  'alert-channel': channelOwner,
  flow: inboundOwner,
}

/**
 * After a rotation of the master key: wraps the data key of every integration, every webhook and every inbound URL, also in the trash, with the
 * current one, so that the previous key can be removed. A data key that no master key opens stays unchanged. Active runs have already opened theirs.
 * @returns how many were wrapped, and how many stay locked
 */
export const rewrapCredentials = (database: Database, vault: Vault) =>
  database.asSystem(async (query) => {
    const ofIntegrations = (await listSealedCredentials(query)).map(
      ({ id, organization_id: organizationId, credentials }): Sealed => ({
        owner: { organizationId, integrationId: id },
        credentials,
        replace: (sealed) => replaceSealedKey(query, id, sealed),
      }),
    )
    const ofChannels = (await listSealedAlertSecrets(query)).map(
      ({ id, organization_id, secrets }): Sealed => ({
        owner: channelOwner(organization_id, id),
        credentials: secrets,
        replace: (sealed) => replaceAlertSecrets(query, id, sealed),
      }),
    )
    const ofTrash = (await listSealedTrash(query)).map(
      (entry): Sealed => ({
        owner: OWNERS[entry.kind](entry.organization_id, entry.id),
        credentials: entry.sealed,
        replace: (sealed) => replaceSealedTrash(query, entry, sealed),
      }),
    )
    const ofFlows = (await listSealedInboundSecrets(query)).map(
      ({ id, organization_id, secrets }): Sealed => ({
        owner: inboundOwner(organization_id, id),
        credentials: secrets,
        replace: (sealed) => replaceInboundSecrets(query, id, sealed),
      }),
    )
    let rewrapped = 0
    let locked = 0
    for (const { owner, credentials, replace } of [...ofIntegrations, ...ofChannels, ...ofFlows, ...ofTrash]) {
      try {
        const sealed = vault.rewrap(owner, credentials)
        if (!sealed) continue
        await replace(sealed)
        rewrapped++
      } catch (error) {
        if (!(error instanceof VaultError)) throw error
        locked++
      }
    }
    return { rewrapped, locked }
  })
