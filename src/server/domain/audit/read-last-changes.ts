import type { ChangedThings } from '../../../core/catalog/changed-settings.ts'
import { type Database, ofOrganization } from '../../store/database/database.ts'
import { type LastChangeRow, lastChangesOfThings, lastSettingChanges } from '../../store/organizations/last-changes.ts'

const readOfThings = ofOrganization(lastChangesOfThings)
const readOfSettings = ofOrganization(lastSettingChanges)

/** What changes a thing as people see it: reading or testing it does not. */
const ACTIONS: Readonly<Record<Exclude<ChangedThings, 'settings'>, readonly string[]>> = {
  integrations: ['integration.created', 'integration.updated', 'integration.reconnected', 'integration.restored'],
  alert_channels: ['alert-channel.created', 'alert-channel.updated', 'alert-channel.restored'],
}

/** Who changed each of them last, as far back as the audit log goes. */
export const readLastChanges = (
  database: Database,
  organizationId: string,
  of: ChangedThings,
): Promise<LastChangeRow[]> =>
  of === 'settings' ? readOfSettings(database, organizationId) : readOfThings(database, organizationId, ACTIONS[of])
