import { useLingui } from '@lingui/react/macro'

import { usePageTitle } from '../app/use-page-title.ts'
import { Page } from '../kit/page/page.tsx'
import { PageHeader } from '../kit/page-header/page-header.tsx'
import { useActiveOrganization } from '../organizations/use-active-organization.ts'
import { BillingPanel } from './billing-panel.tsx'

export function BillingPage() {
  const { t } = useLingui()
  usePageTitle(t`Billing`)
  const { name } = useActiveOrganization()
  return (
    <Page width="narrow">
      <PageHeader title={t`Billing`} description={name} />
      <BillingPanel />
    </Page>
  )
}
