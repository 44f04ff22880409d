import type { Field } from '../../engine/formats/common-text/row-encoder.ts'
import type { Owner, SealedCredentials, Vault } from './vault.ts'

/** Rejected rows belong to an organization and a run; they cannot open secrets of integrations. */
export const rejectedOwner = (organizationId: string, runId: string): Owner => ({
  organizationId,
  integrationId: `rejected rows of ${runId}`,
})

/** @throws VaultError */
export const openRejectedFields = (
  vault: Vault,
  { organizationId, runId }: { readonly organizationId: string; readonly runId: string },
  sealed: SealedCredentials,
): readonly Field[] => vault.open<{ fields: readonly Field[] }>(rejectedOwner(organizationId, runId), sealed).fields
