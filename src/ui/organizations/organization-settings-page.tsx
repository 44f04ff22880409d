import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useActiveOrganization, useOrganizationState } from '../access/use-active-organization.ts'
import { Callout } from '../kit/callout/callout.tsx'
import { lazyNamed } from '../kit/lazy-named.ts'
import { Page } from '../kit/page/page.tsx'
import { PageHeader } from '../kit/page-header/page-header.tsx'
import { SkeletonRows } from '../kit/skeleton/skeleton.tsx'
import { Tabs } from '../kit/tabs/tabs.tsx'
import { usePageTitle } from '../routing/use-page-title.ts'
import { type SettingsTab, useSettingsUrl } from '../routing/use-settings-url.ts'
import { useServices } from '../services/services.tsx'
import { useIsOffered } from '../services/use-is-offered.ts'
import styles from './organization-settings-page.module.css'

// Most visitors need one of them.
const GeneralPanel = lazyNamed(() => import('./general-panel.tsx'), 'GeneralPanel', { isPart: true })
const MembersPanel = lazyNamed(() => import('./members/members-panel.tsx'), 'MembersPanel')
const InvitationsPanel = lazyNamed(() => import('./invitations/invitations-panel.tsx'), 'InvitationsPanel')
const RolesPanel = lazyNamed(() => import('./roles/roles-panel.tsx'), 'RolesPanel')
const KeysPanel = lazyNamed(() => import('./keys/keys-panel.tsx'), 'KeysPanel')
const CodePanel = lazyNamed(() => import('./code/code-panel.tsx'), 'CodePanel')
const BillingPanel = lazyNamed(() => import('../billing/billing-panel.tsx'), 'BillingPanel')
const AlertsPanel = lazyNamed(() => import('../alerts/alerts-panel.tsx'), 'AlertsPanel')
const AuditPanel = lazyNamed(() => import('./audit/audit-panel.tsx'), 'AuditPanel')

const loaded = (panel: ReactNode) => <Suspense fallback={<SkeletonRows />}>{panel}</Suspense>

export function OrganizationSettingsPage() {
  const { t } = useLingui()
  usePageTitle(t`Organization settings`)
  const organization = useActiveOrganization()
  const { tab, show } = useSettingsUrl()
  const isElsewhere = useLinkedOrganization()
  const hasAlerts = useIsOffered('listAlertChannels')
  const hasKeys = useIsOffered('listServiceMembers')
  const hasCode = useIsOffered('exportCode')
  const hasAudit = useIsOffered('listAuditEvents')
  return (
    <Page>
      <PageHeader title={t`Organization settings`} description={organization.name} />
      {isElsewhere && (
        <Callout tone="warning">
          <Trans>You are not a member of this organization.</Trans>
        </Callout>
      )}
      <div className={styles['tabs']}>
        <Tabs<SettingsTab>
          label={t`Organization settings`}
          value={tab}
          onChange={show}
          tabs={[
            { value: 'general', label: t`General`, content: loaded(<GeneralPanel />) },
            { value: 'members', label: t`Members`, content: loaded(<MembersPanel />) },
            { value: 'invitations', label: t`Invitations`, content: loaded(<InvitationsPanel />) },
            { value: 'roles', label: t`Roles`, content: loaded(<RolesPanel />) },
            ...(hasKeys || tab === 'keys'
              ? [{ value: 'keys' as const, label: t`Keys`, content: loaded(<KeysPanel />) }]
              : []),
            ...(hasCode || tab === 'code'
              ? [{ value: 'code' as const, label: t`Flows as code`, content: loaded(<CodePanel />) }]
              : []),
            { value: 'billing', label: t`Billing`, content: loaded(<BillingPanel />) },
            ...(hasAlerts || tab === 'alerts'
              ? [{ value: 'alerts' as const, label: t`Alerts`, content: loaded(<AlertsPanel />) }]
              : []),
            ...(hasAudit || tab === 'audit'
              ? [{ value: 'audit' as const, label: t`Audit log`, content: loaded(<AuditPanel />) }]
              : []),
          ]}
        />
      </div>
    </Page>
  )
}

/** A link from outside, such as an assistant gives, means one organization: it becomes active. @returns whether the user is no member of it */
function useLinkedOrganization(): boolean {
  const { organization, section } = useSearch({ from: '/main/settings' })
  const { organizations } = useOrganizationState()
  const { setActiveOrganization } = useServices()
  const navigate = useNavigate()
  const isMember = organizations.some(({ id }) => id === organization)
  useEffect(() => {
    if (organization === undefined || !isMember) return
    setActiveOrganization(organization)
    // From now on the user may choose another one.
    void navigate({ to: '/organization-settings', search: section ? { section } : {}, replace: true })
  }, [organization, section, isMember, setActiveOrganization, navigate])
  return organization !== undefined && !isMember
}
