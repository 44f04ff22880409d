import { Trans, useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { Button } from '../kit/button/button.tsx'
import { Page } from '../kit/page/page.tsx'
import { PageHeader } from '../kit/page-header/page-header.tsx'
import { NEW_KEYS } from '../routing/list-keys.ts'
import { useListUrl } from '../routing/use-list-url.ts'
import { usePageTitle } from '../routing/use-page-title.ts'
import { StandInsNotice } from '../sample-data/stand-ins-notice.tsx'
import { ReturnFromGoogle } from './google/return-from-google.tsx'
import { IntegrationList } from './integration-list.tsx'
import styles from './integrations-page.module.css'

export function IntegrationsPage() {
  const { t } = useLingui()
  usePageTitle(t`Integrations`)
  const { open } = useListUrl()
  const disabledReason = useDisabledReason('integration.write')
  return (
    <Page>
      <PageHeader
        title={t`Integrations`}
        actions={
          <Button
            variant="primary"
            icon={Plus}
            {...NEW_KEYS}
            disabledReason={disabledReason}
            onClick={() => open('add')}
          >
            <Trans>Add integration</Trans>
          </Button>
        }
      />
      <ReturnFromGoogle />
      <div className={styles['notice']}>
        <StandInsNotice />
      </div>
      <IntegrationList />
    </Page>
  )
}
