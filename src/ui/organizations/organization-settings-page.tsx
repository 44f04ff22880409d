import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'

import { usePageTitle } from '../app/use-page-title.ts'
import { BillingCard } from '../billing/billing-card.tsx'
import { Button } from '../kit/button/button.tsx'
import { Card } from '../kit/card/card.tsx'
import { Page, Stack } from '../kit/page/page.tsx'
import { PageHeader } from '../kit/page-header/page-header.tsx'
import { MembersCard } from './members-card.tsx'
import { OrganizationNameCard } from './organization-name-card.tsx'
import { useActiveOrganization } from './use-active-organization.ts'

export function OrganizationSettingsPage() {
  const { t } = useLingui()
  usePageTitle(t`Organization settings`)
  const organization = useActiveOrganization()
  const { pathname } = useLocation()
  const isAtBilling = pathname.endsWith('/billing')
  return (
    <Page width="narrow">
      <PageHeader title={t`Organization settings`} description={organization.name} />
      <Stack>
        <OrganizationNameCard key={organization.id} organization={organization} />
        <MembersCard />
        {isAtBilling ? <BillingCard /> : <BillingLink />}
      </Stack>
    </Page>
  )
}

const BillingLink = () => (
  <Card
    title={<Trans>Billing</Trans>}
    description={<Trans>Plan, cards and invoices.</Trans>}
    actions={
      <Button asChild>
        <Link to="/organization-settings/billing">
          <Trans>Open billing</Trans>
        </Link>
      </Button>
    }
  />
)
