import { TRASH_DAYS } from '../../../core/catalog/trash.ts'
import type { Database, Query } from '../../store/database/database.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import {
  type ForgottenIntegration,
  findInTrash,
  forgetEntry,
  forgetFlow,
  forgetNames,
  listExpiredTrash,
  type TrashRow,
} from '../../store/trash/trash.ts'
import { forgetVersions } from '../../store/versions/versions.ts'
import type { Vault } from '../../vault/vault.ts'
import type { GoogleOauth } from '../integrations/google-oauth.ts'
import { revokeConsent } from '../integrations/revoke-consent.ts'
import { type Member, requirePermissionsFor } from '../members/member.ts'
import { notFound } from '../request-error.ts'
import { subjectInTrash } from './subject-in-trash.ts'

interface Deps {
  readonly database: Database
  readonly vault: Vault
  /** Absent if no Google client is configured. */
  readonly google: GoogleOauth | undefined
}

/** Deletes something in the trash permanently. Runs, receipts and usage of a flow stay. @throws RequestError not found, forbidden */
export async function deletePermanently(deps: Deps, member: Member, id: string): Promise<void> {
  const { organizationId, person } = member
  const integrations = await deps.database.inOrganization(organizationId, async (query) => {
    const entry = await findInTrash(query, organizationId, id)
    if (!entry) throw notFound()
    requirePermissionsFor(member, entry.kind, subjectInTrash(entry), 'delete-permanently')
    const gone = await forget(query, organizationId, entry)
    await recordAudit(query, organizationId, person, {
      action: `${entry.kind === 'schedule' || entry.kind === 'draft' ? 'flow' : entry.kind}.deleted-permanently`,
      id,
      name: entry.name,
    })
    return gone
  })
  for (const integration of integrations) await revokeConsent(deps, integration)
}

/** Rows of one transaction. */
const BATCH = 100

/** Deletes permanently what was deleted longer ago than the trash keeps. */
export async function emptyTrash(deps: Deps): Promise<void> {
  for (;;) {
    const expired = await deps.database.asSystem((query) => listExpiredTrash(query, { days: TRASH_DAYS, limit: BATCH }))
    for (const entry of expired) {
      const integrations = await deps.database.asSystem((query) => forget(query, entry.organization_id, entry))
      for (const integration of integrations) await revokeConsent(deps, integration)
    }
    if (expired.length < BATCH) break
  }
  while ((await deps.database.asSystem((query) => forgetNames(query, BATCH))) === BATCH);
}

async function forget(
  query: Query,
  organizationId: string,
  { id, kind }: Pick<TrashRow, 'id' | 'kind'>,
): Promise<readonly ForgottenIntegration[]> {
  if (kind !== 'flow') {
    const gone = await forgetEntry(query, organizationId, id)
    for (const subject of [id, ...gone.map((integration) => integration.id)])
      await forgetVersions(query, organizationId, subject)
    return gone
  }
  await forgetFlow(query, organizationId, id)
  return []
}
