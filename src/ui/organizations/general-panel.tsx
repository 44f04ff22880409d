import { Trans } from '@lingui/react/macro'
import { Trash2 } from 'lucide'
import { Suspense } from 'react'
import { ORGANIZATION_DAYS } from '../../core/catalog/trash.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { Button } from '../kit/button/button.tsx'
import { Card } from '../kit/card/card.tsx'
import { lazyNamed } from '../kit/lazy-named.ts'
import { Stack } from '../kit/page/page.tsx'
import { useSettingsUrl } from '../routing/use-settings-url.ts'
import { BudgetsCard } from './budgets-card.tsx'
import { OrganizationNameCard } from './organization-name-card.tsx'
import { RejectLimitsCard } from './reject-limits-card.tsx'

const DeleteOrganizationDialog = lazyNamed(() => import('./delete-organization-dialog.tsx'), 'DeleteOrganizationDialog')

export function GeneralPanel() {
  const organization = useActiveOrganization()
  const { tab, dialog, open, close } = useSettingsUrl()
  const disabledReason = useDisabledReason('organization.delete')
  return (
    <Stack>
      <OrganizationNameCard key={organization.id} organization={organization} />
      <BudgetsCard />
      <RejectLimitsCard />
      <Card
        title={<Trans>Delete this organization</Trans>}
        description={
          <Trans>
            With all its flows, connections, credentials and history. Owners can restore it for {ORGANIZATION_DAYS}{' '}
            days.
          </Trans>
        }
        actions={
          <Button icon={Trash2} disabledReason={disabledReason} onClick={() => open('delete')}>
            <Trans>Delete organization</Trans>
          </Button>
        }
      />
      {tab === 'general' && dialog === 'delete' && (
        <Suspense>
          <DeleteOrganizationDialog organization={organization} onClose={close} />
        </Suspense>
      )}
    </Stack>
  )
}
