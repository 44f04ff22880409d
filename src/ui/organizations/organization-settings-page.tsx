import { useLingui } from '@lingui/react/macro'

import { usePageTitle } from '../app/use-page-title.ts'
import { BillingPanel } from '../billing/billing-panel.tsx'
import { Page } from '../kit/page/page.tsx'
import { PageHeader } from '../kit/page-header/page-header.tsx'
import { Tabs } from '../kit/tabs/tabs.tsx'
import { AuditPanel } from './audit/audit-panel.tsx'
import { GeneralPanel } from './general-panel.tsx'
import { InvitationsPanel } from './invitations/invitations-panel.tsx'
import { MembersPanel } from './members/members-panel.tsx'
import styles from './organization-settings-page.module.css'
import { useActiveOrganization } from './use-active-organization.ts'
import { type SettingsTab, useSettingsUrl } from './use-settings-url.ts'

export function OrganizationSettingsPage() {
  const { t } = useLingui()
  usePageTitle(t`Organization settings`)
  const organization = useActiveOrganization()
  const { tab, show } = useSettingsUrl()
  return (
    <Page>
      <PageHeader title={t`Organization settings`} description={organization.name} />
      <div className={styles['tabs']}>
        <Tabs<SettingsTab>
          label={t`Organization settings`}
          value={tab}
          onChange={show}
          tabs={[
            { value: 'general', label: t`General`, content: <GeneralPanel /> },
            { value: 'members', label: t`Members`, content: <MembersPanel /> },
            { value: 'invitations', label: t`Invitations`, content: <InvitationsPanel /> },
            { value: 'billing', label: t`Billing`, content: <BillingPanel /> },
            { value: 'audit', label: t`Audit log`, content: <AuditPanel /> },
          ]}
        />
      </div>
    </Page>
  )
}
