import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Bookmark, BookmarkPlus, List, Pencil, Save, Trash2, Users } from 'lucide'
import { Suspense, useState } from 'react'
import type { ViewedList } from '../../core/catalog/saved-views.ts'
import { isAsSaved, type SavedView } from '../../core/views/saved-view.ts'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { Button } from '../kit/button/button.tsx'
import { lazyNamed } from '../kit/lazy-named.ts'
import { Menu, MenuItem, MenuSeparator } from '../kit/menu/menu.tsx'
import { useRemoveView, useSaveView, useViews } from '../queries/use-views.ts'
import { useListUrl } from '../routing/use-list-url.ts'
import { useIsOffered } from '../services/use-is-offered.ts'
import styles from './views-menu.module.css'

const ViewDialog = lazyNamed(() => import('./view-dialog.tsx'), 'ViewDialog')

/** The saved views of a list: opens one, saves what is shown, and changes the one that is open. */
export function ViewsMenu({ list }: { readonly list: ViewedList }) {
  const { t } = useLingui()
  const { saved, search, open } = useViewUrl()
  const [dialog, setDialog] = useState<'new' | 'edit'>()
  const views = useViews().filter((view) => view.list === list)
  const current = views.find(({ id }) => id === saved)
  if (!useIsOffered('listViews')) return null
  const isChanged = current !== undefined && !isAsSaved(current, search)
  const name = current?.name ?? t`Views`
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button icon={Bookmark} className={styles['button']} aria-label={current ? t`View: ${name}` : name}>
            <span className={styles['name']}>{name}</span>
            {isChanged && <span className={styles['changed']} data-tooltip={t`Changed since it was saved`} />}
          </Button>
        }
      >
        {views.map((view) => (
          <MenuItem key={view.id} icon={view.isShared ? Users : Bookmark} onSelect={() => open(view)}>
            {view.name}
          </MenuItem>
        ))}
        {views.length > 0 && <MenuSeparator />}
        {current && (
          <MenuItem icon={List} onSelect={() => open(undefined)}>
            <Trans>Without a view</Trans>
          </MenuItem>
        )}
        {current && <CurrentItems view={current} isChanged={isChanged} onEdit={() => setDialog('edit')} />}
        <MenuItem
          icon={BookmarkPlus}
          disabledReason={Object.keys(search).length === 0 ? t`Filter, sort or group the list first` : undefined}
          onSelect={() => setDialog('new')}
        >
          <Trans>Save as a view</Trans>
        </MenuItem>
      </Menu>
      <Suspense>
        {dialog && (
          <ViewDialog
            list={list}
            view={dialog === 'edit' ? current : undefined}
            search={dialog === 'edit' && current ? current.search : search}
            onSaved={open}
            onClose={() => setDialog(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

interface CurrentItemsProps {
  readonly view: SavedView
  readonly isChanged: boolean
  onEdit(): void
}

/** What can be done with the open view; one of the organization needs a role that changes flows. */
function CurrentItems({ view, isChanged, onEdit }: CurrentItemsProps) {
  const { search, open } = useViewUrl()
  const sharedReason = useDisabledReason('flow.write')
  const disabledReason = view.isShared ? sharedReason : undefined
  const { mutate: save } = useSaveView()
  const { mutate: remove } = useRemoveView()
  return (
    <>
      {isChanged && (
        <MenuItem
          icon={Save}
          disabledReason={disabledReason}
          onSelect={() => save({ id: view.id, view: { ...view, search } })}
        >
          <Trans>Save the changes</Trans>
        </MenuItem>
      )}
      <MenuItem icon={Pencil} disabledReason={disabledReason} onSelect={onEdit}>
        <Trans>Rename or share</Trans>
      </MenuItem>
      <MenuItem
        icon={Trash2}
        isDanger
        disabledReason={disabledReason}
        onSelect={() => remove(view.id, { onSuccess: () => open(undefined) })}
      >
        <Trans>Delete the view</Trans>
      </MenuItem>
      <MenuSeparator />
    </>
  )
}

/** What of the address of a list a view is made of; the view from which it comes is no part of it. */
function useViewUrl() {
  const { filters } = useListUrl()
  const navigate = useNavigate()
  const { saved, ...rest } = filters
  const search = Object.fromEntries(
    Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
  return {
    /** The id of the view that was opened. */
    saved,
    search,
    open: (view: Pick<SavedView, 'id' | 'search'> | undefined) =>
      void navigate({ to: '.', search: view ? { ...view.search, saved: view.id } : {} }),
  }
}
