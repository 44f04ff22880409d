import { Trans, useLingui } from '@lingui/react/macro'
import { SearchX, Trash2 } from 'lucide'
import { Suspense } from 'react'

import { TRASH_DAYS } from '../../core/catalog/trash.ts'
import type { TrashEntry } from '../../core/trash/trash-entry.ts'
import { ErrorState } from '../errors/error-state.tsx'
import { LimitNotice } from '../errors/limit-notice.tsx'
import { Button } from '../kit/button/button.tsx'
import { EmptyState } from '../kit/empty-state/empty-state.tsx'
import { lazyNamed } from '../kit/lazy-named.ts'
import { Page, Toolbar } from '../kit/page/page.tsx'
import { PageHeader } from '../kit/page-header/page-header.tsx'
import { SearchInput } from '../kit/search-input/search-input.tsx'
import { SkeletonRows } from '../kit/skeleton/skeleton.tsx'
import { useTrash } from '../queries/use-trash.ts'
import { SEARCH_KEYS } from '../routing/list-keys.ts'
import { useListUrl } from '../routing/use-list-url.ts'
import { usePageTitle } from '../routing/use-page-title.ts'
import { TrashTable } from './trash-table.tsx'
import { useTrashKindName } from './use-trash-kind-name.ts'

const DeletePermanentlyDialog = lazyNamed(() => import('./delete-permanently-dialog.tsx'), 'DeletePermanentlyDialog')

/** What was deleted, and the way back. */
export function TrashPage() {
  const { t } = useLingui()
  usePageTitle(t`Trash`)
  return (
    <Page>
      <PageHeader title={t`Trash`} description={t`Deleted in the last ${TRASH_DAYS} days.`} />
      <TrashList />
    </Page>
  )
}

function TrashList() {
  const { t } = useLingui()
  const { data: entries, isPending, isLoadingError, error, refetch } = useTrash()
  const { query, search, clearFilters, dialog, id, close } = useListUrl()
  const kindName = useTrashKindName()
  if (isPending) return <SkeletonRows />
  if (isLoadingError) {
    return <ErrorState title={t`The trash could not be loaded`} error={error} onRetry={() => void refetch()} />
  }
  if (entries.length === 0) {
    return <EmptyState icon={Trash2} title={<Trans>The trash is empty</Trans>} />
  }
  const wanted = query.trim().toLowerCase()
  const shown = entries.filter(({ name, kind }) => `${name} ${kindName(kind)}`.toLowerCase().includes(wanted))
  const asked = dialog === 'delete' ? entries.find((entry: TrashEntry) => entry.id === id) : undefined
  return (
    <>
      <LimitNotice kind="trash" count={entries.length} />
      <Toolbar>
        <SearchInput label={t`Search the trash`} value={query} onChange={search} {...SEARCH_KEYS} />
      </Toolbar>
      {shown.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={<Trans>Nothing in the trash matches your search</Trans>}
          actions={
            <Button onClick={clearFilters}>
              <Trans>Clear search</Trans>
            </Button>
          }
        />
      ) : (
        <TrashTable entries={shown} />
      )}
      <Suspense>{asked && <DeletePermanentlyDialog entry={asked} onClose={close} />}</Suspense>
    </>
  )
}
