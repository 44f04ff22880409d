import { ownerOfDifferences } from '../domain/mirrors/mirror-differences.ts'
import { ownerOfCheckRows } from '../domain/runs/check-rows.ts'
import { ownerOfRowChanges } from '../domain/runs/row-changes.ts'
import { channelOwner, inboundOwner } from '../vault/channel-secrets.ts'
import { rejectedOwner } from '../vault/sealed-rows.ts'
import type { Owner } from '../vault/vault.ts'

type OwnerOf = (organizationId: string, key: string) => Owner

const integrationOwner: OwnerOf = (organizationId, integrationId) => ({ organizationId, integrationId })

/** Of each table with something sealed; `key` is the `owner` of its row in `MOVED_TABLES`. */
const OWNERS: Readonly<Record<string, OwnerOf>> = {
  alert_channels: channelOwner,
  check_rows: ownerOfCheckRows,
  flows: inboundOwner,
  integrations: integrationOwner,
  mirror_differences: ownerOfDifferences,
  rejected_causes: rejectedOwner,
  rejected_rows: rejectedOwner,
  row_changes: (organizationId, runId) => ownerOfRowChanges({ organizationId, runId }),
  trash: (organizationId, key) => {
    const [kind, id = ''] = key.split(' ')
    if (kind === 'integration') return integrationOwner(organizationId, id)
    return kind === 'alert-channel' ? channelOwner(organizationId, id) : inboundOwner(organizationId, id)
  },
}

/** The owner of what is sealed in a row. */
export function sealedOwner(table: string, organizationId: string, key: string): Owner {
  const ownerOf = OWNERS[table]
  if (!ownerOf) throw new Error(`nobody knows the owner of what is sealed in ${table}`)
  return ownerOf(organizationId, key)
}
