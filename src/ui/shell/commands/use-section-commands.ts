import { useLingui } from '@lingui/react/macro'
import { BellPlus, type IconNode, Plus, Settings, UserPlus } from 'lucide'

import { useIsAllowed } from '../../access/use-active-organization.ts'
import type { SettingsSection } from '../../routing/search.ts'
import { useIsOffered } from '../../services/use-is-offered.ts'
import type { Command } from './command.ts'
import { useGo } from './use-go.ts'

/** The parts of the settings, and what can be added there. */
export function useSectionCommands(): readonly Command[] {
  const { t } = useLingui()
  const go = useGo()
  const hasKeys = useIsOffered('listServiceMembers')
  const hasCode = useIsOffered('exportCode')
  const hasAlerts = useIsOffered('listAlertChannels')
  const hasAudit = useIsOffered('listAuditEvents')
  const mayInvite = useIsAllowed('invitation.write')
  const mayKey = useIsAllowed('service-member.write')
  const mayAlert = useIsAllowed('alert.write')
  const to = '/organization-settings'
  const part = (section: SettingsSection, label: string): Command => ({
    id: `settings-${section}`,
    group: 'sections',
    icon: Settings,
    label,
    run: go(to, section === 'general' ? {} : { section }),
  })
  const addition = (section: SettingsSection, icon: IconNode, label: string): Command => ({
    id: `add-${section}`,
    group: 'actions',
    icon,
    label,
    run: go(to, { section, dialog: 'add' }),
  })
  return [
    part('general', t`General`),
    part('members', t`Members`),
    part('invitations', t`Invitations`),
    part('roles', t`Roles`),
    ...(hasKeys ? [part('keys', t`Keys`)] : []),
    ...(hasCode ? [part('code', t`Flows as code`)] : []),
    ...(hasAlerts ? [part('alerts', t`Alerts`)] : []),
    ...(hasAudit ? [part('audit', t`Audit log`)] : []),
    ...(mayInvite ? [addition('invitations', UserPlus, t`Invite somebody`)] : []),
    ...(hasKeys && mayKey ? [addition('keys', Plus, t`Create a key`)] : []),
    ...(hasAlerts && mayAlert ? [addition('alerts', BellPlus, t`Add a channel`)] : []),
  ]
}
