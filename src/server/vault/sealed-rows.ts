import type { Field } from '../../engine/ports/value-type.ts'
import type { Owner, SealedCredentials, Vault } from './vault.ts'

/** Rejected rows belong to an organization and a run; they cannot open secrets of integrations. */
export const rejectedOwner = (organizationId: string, runId: string): Owner => ({
  organizationId,
  integrationId: `rejected rows of ${runId}`,
})

/** A kept row, sealed. */
export interface SealedRow {
  /** As they reached the destination. */
  readonly fields: readonly Field[]
  /** Before the steps. Absent: there are none, or they combined rows. */
  readonly source?: readonly Field[]
  /** As the run read them, if somebody has changed the row since. */
  readonly original?: readonly Field[]
}

interface RunOfRows {
  readonly organizationId: string
  readonly runId: string
}

/** @throws VaultError */
export const openRejectedRow = (
  vault: Vault,
  { organizationId, runId }: RunOfRows,
  sealed: SealedCredentials,
): SealedRow => vault.open<SealedRow>(rejectedOwner(organizationId, runId), sealed)
