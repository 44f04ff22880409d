import { useLingui } from '@lingui/react/macro'

import type { Permission } from '../../../core/catalog/permissions.ts'

/** Each permission in plain words; a new one does not compile without its own. */
export function usePermissionNames(): Readonly<Record<Permission, string>> {
  const { t } = useLingui()
  return {
    'organization.read': t`See the organization`,
    'organization.update': t`Rename the organization`,
    'organization.delete': t`Delete the organization`,
    'member.read': t`See members`,
    'member.update': t`Change roles of members`,
    'member.remove': t`Leave; remove members up to the own role`,
    'invitation.read': t`See invitations`,
    'invitation.write': t`Invite and withdraw invitations`,
    'integration.read': t`See integrations`,
    'integration.details': t`See how integrations are set up, without secrets`,
    'integration.write': t`Change integrations and credentials`,
    'connection.read': t`See sources and destinations`,
    'connection.write': t`Change sources and destinations`,
    'connection.test': t`Test and discover connections`,
    'flow.read': t`See flows`,
    'flow.write': t`Change flows`,
    'flow.run': t`Run and dry-run flows, retry and replay`,
    'run.read': t`See runs and their logs`,
    'run.cancel': t`Cancel runs`,
    'run.data': t`See values of rows`,
    'sample-data.create': t`Add sample data`,
    'dashboard.read': t`See the dashboard`,
    'billing.read': t`See the plan and usage`,
    'billing.write': t`Change the plan`,
    'audit.read': t`Read the audit log`,
    'alert.read': t`See alert channels`,
    'alert.write': t`Change alert channels`,
  }
}
