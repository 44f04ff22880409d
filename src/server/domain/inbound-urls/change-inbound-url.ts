import type { Database, Query } from '../../store/database/database.ts'
import { findInboundUrl, saveInboundSecrets } from '../../store/flows/inbound-urls.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { inboundOwner, newSecret, openSecrets, rotated, sealSecrets } from '../../vault/channel-secrets.ts'
import type { Vault } from '../../vault/vault.ts'
import { requireFlow } from '../flows/require-flow.ts'
import type { Member } from '../members/member.ts'
import { notFound } from '../request-error.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
}

/** The inbound URL of a flow. */
export interface InboundUrl {
  readonly since: Date
  readonly usedAt: Date | null
  /** The time until which the secret before is valid, too. */
  readonly previousUntil: Date | undefined
}

/** @returns nothing for a flow without an inbound URL @throws RequestError not found */
export const readInboundUrl = (
  { database, vault }: Deps,
  organizationId: string,
  flowId: string,
): Promise<InboundUrl | undefined> =>
  database.inOrganization(organizationId, async (query) => {
    const { id } = await requireFlow(query, organizationId, flowId)
    return findOpened(query, vault, organizationId, id)
  })

/**
 * Gives a flow an inbound URL, or a new secret to the URL that it has.
 * @param isPreviousKept whether the secret before stays valid for another day
 * @throws RequestError not found
 */
export const renewInboundUrl = (
  { database, vault }: Deps,
  { organizationId, person }: Member,
  flowId: string,
  isPreviousKept: boolean,
): Promise<InboundUrl & { readonly secret: string }> =>
  database.inOrganization(organizationId, async (query) => {
    const { id, name } = await requireFlow(query, organizationId, flowId)
    const owner = inboundOwner(organizationId, id)
    const known = await findInboundUrl(query, organizationId, id)
    const secrets =
      known && isPreviousKept ? rotated(openSecrets(vault, owner, known.secrets), Date.now()) : { present: newSecret() }
    await saveInboundSecrets(query, organizationId, id, sealSecrets(vault, owner, secrets))
    const action = known ? 'flow.inbound-url-renewed' : 'flow.inbound-url-created'
    await recordAudit(query, organizationId, person, { action, id, name })
    const saved = await findOpened(query, vault, organizationId, id)
    if (!saved) throw new Error('the inbound URL was not saved')
    return { ...saved, secret: secrets.present }
  })

/** @throws RequestError not found, also for a flow without an inbound URL */
export const removeInboundUrl = (
  { database }: Deps,
  { organizationId, person }: Member,
  flowId: string,
): Promise<void> =>
  database.inOrganization(organizationId, async (query) => {
    const { id, name } = await requireFlow(query, organizationId, flowId)
    if (!(await findInboundUrl(query, organizationId, id))) throw notFound()
    await saveInboundSecrets(query, organizationId, id, undefined)
    await recordAudit(query, organizationId, person, { action: 'flow.inbound-url-removed', id, name })
  })

async function findOpened(
  query: Query,
  vault: Vault,
  organizationId: string,
  flowId: string,
): Promise<InboundUrl | undefined> {
  const known = await findInboundUrl(query, organizationId, flowId)
  if (!known) return undefined
  const { before } = openSecrets(vault, inboundOwner(organizationId, flowId), known.secrets)
  const isValid = before !== undefined && before.until > Date.now()
  return {
    since: known.since,
    usedAt: known.used_at,
    previousUntil: isValid ? new Date(before.until) : undefined,
  }
}
