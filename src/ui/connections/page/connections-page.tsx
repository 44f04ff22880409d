import { useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { Button } from '../../kit/button/button.tsx'
import { Page } from '../../kit/page/page.tsx'
import { PageHeader } from '../../kit/page-header/page-header.tsx'
import { NEW_KEYS } from '../../routing/list-keys.ts'
import { useListUrl } from '../../routing/use-list-url.ts'
import { usePageTitle } from '../../routing/use-page-title.ts'
import type { FlowEnd } from '../flow-end.ts'
import { ConnectionList } from '../list/connection-list.tsx'

/** Sources, or destinations: the same page with the other half of the list. */
export function ConnectionsPage({ end }: { end: FlowEnd }) {
  const { t } = useLingui()
  const isSourcePage = end === 'source'
  const title = isSourcePage ? t`Sources` : t`Destinations`
  usePageTitle(title)
  const { open } = useListUrl()
  const disabledReason = useDisabledReason('connection.write')

  return (
    <Page>
      <PageHeader
        title={title}
        actions={
          <Button
            variant="primary"
            icon={Plus}
            {...NEW_KEYS}
            disabledReason={disabledReason}
            onClick={() => open('add')}
          >
            {isSourcePage ? t`Add source` : t`Add destination`}
          </Button>
        }
      />
      <ConnectionList end={end} />
    </Page>
  )
}
