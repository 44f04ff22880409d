import { Trans, useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { Button } from '../../kit/button/button.tsx'
import { Page } from '../../kit/page/page.tsx'
import { PageHeader } from '../../kit/page-header/page-header.tsx'
import { NEW_KEYS } from '../../routing/list-keys.ts'
import { useListUrl } from '../../routing/use-list-url.ts'
import { usePageTitle } from '../../routing/use-page-title.ts'
import { FlowList } from '../list/flow-list.tsx'

export function FlowsPage() {
  const { t } = useLingui()
  const { open } = useListUrl()
  const disabledReason = useDisabledReason('flow.write')
  usePageTitle(t`Flows`)
  return (
    <Page width="full">
      <PageHeader
        title={t`Flows`}
        actions={
          <Button
            variant="primary"
            icon={Plus}
            {...NEW_KEYS}
            disabledReason={disabledReason}
            onClick={() => open('add')}
          >
            <Trans>New flow</Trans>
          </Button>
        }
      />
      <FlowList />
    </Page>
  )
}
