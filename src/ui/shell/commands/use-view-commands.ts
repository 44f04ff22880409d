import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Bookmark } from 'lucide'

import type { ViewedList } from '../../../core/catalog/saved-views.ts'
import { useViews } from '../../queries/use-views.ts'
import type { Command } from './command.ts'

/** Saved views, each with the name of its list. */
export function useViewCommands(): readonly Command[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const lists: Readonly<Record<ViewedList, string>> = {
    flows: t`Flows`,
    sources: t`Sources`,
    destinations: t`Destinations`,
    runs: t`Runs`,
  }
  return useViews().map(
    ({ id, name, list, search }): Command => ({
      id: `view-${id}`,
      group: 'views',
      icon: Bookmark,
      label: name,
      detail: lists[list],
      run: () => void navigate({ to: `/${list}`, search: { ...search, saved: id } }),
    }),
  )
}
