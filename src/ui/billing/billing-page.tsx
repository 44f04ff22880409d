import { useLingui } from '@lingui/react/macro'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { Page } from '../kit/page/page.tsx'
import { PageHeader } from '../kit/page-header/page-header.tsx'
import { usePageTitle } from '../routing/use-page-title.ts'
import { BillingPanel } from './billing-panel.tsx'

export function BillingPage() {
  const { t } = useLingui()
  usePageTitle(t`Billing`)
  const { name } = useActiveOrganization()
  return (
    <Page>
      <PageHeader title={t`Billing`} description={name} />
      <BillingPanel />
    </Page>
  )
}
