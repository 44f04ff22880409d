import { useLingui } from '@lingui/react/macro'

import { usePageTitle } from '../app/use-page-title.ts'
import { BillingCard } from '../billing/billing-card.tsx'
import { Page, Stack } from '../kit/page/page.tsx'
import { PageHeader } from '../kit/page-header/page-header.tsx'
import { MembersCard } from './members-card.tsx'
import { OrganizationNameCard } from './organization-name-card.tsx'
import { useActiveOrganization } from './use-active-organization.ts'

export function OrganizationSettingsPage() {
  const { t } = useLingui()
  usePageTitle(t`Organization settings`)
  const organization = useActiveOrganization()
  return (
    <Page width="narrow">
      <PageHeader title={t`Organization settings`} description={organization.name} />
      <Stack>
        <OrganizationNameCard key={organization.id} organization={organization} />
        <MembersCard />
        <BillingCard />
      </Stack>
    </Page>
  )
}
