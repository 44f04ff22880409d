import { useLingui } from '@lingui/react/macro'

import { PERMISSIONS, type Permission } from '../../../core/catalog/permissions.ts'

/** Each permission as text; a new one does not compile without its text. */
export function usePermissionNames(): Readonly<Record<Permission, string>> {
  const { t } = useLingui()
  return {
    'organization.read': t`See the organization`,
    'organization.update': t`Rename the organization`,
    'organization.delete': t`Delete the organization`,
    'member.read': t`See members`,
    'member.update': t`Change roles of members`,
    'member.remove': t`Leave, or remove members up to the own role`,
    'invitation.read': t`See invitations`,
    'invitation.write': t`Invite and withdraw invitations`,
    'service-member.read': t`See keys`,
    'service-member.write': t`Create, renew and revoke keys`,
    'integration.read': t`See integrations`,
    'integration.details': t`See integrations, without secrets`,
    'integration.write': t`Change integrations and credentials`,
    'connection.read': t`See sources and destinations`,
    'connection.write': t`Change sources and destinations`,
    'connection.test': t`Test and discover connections`,
    'flow.read': t`See flows`,
    'flow.write': t`Change flows`,
    'flow.run': t`Run flows, dry runs, retries`,
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

type Area<Name = Permission> = Name extends `${infer First}.${string}` ? First : never

/** The permissions in groups with a heading, in the order of the table; a new area does not compile without one. */
export function usePermissionGroups(): readonly (readonly [heading: string, permissions: readonly Permission[]])[] {
  const { t } = useLingui()
  const headings: Readonly<Record<Area, string>> = {
    organization: t`Organization`,
    member: t`Members`,
    invitation: t`Members`,
    'service-member': t`Keys`,
    integration: t`Connections`,
    connection: t`Connections`,
    flow: t`Flows and runs`,
    run: t`Flows and runs`,
    'sample-data': t`Flows and runs`,
    dashboard: t`Flows and runs`,
    billing: t`Billing`,
    audit: t`Audit log and alerts`,
    alert: t`Audit log and alerts`,
  }
  const all = Object.keys(PERMISSIONS) as Permission[]
  return [...Map.groupBy(all, (permission) => headings[permission.split('.')[0] as Area])]
}
