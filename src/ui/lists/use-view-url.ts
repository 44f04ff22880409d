import { useNavigate } from '@tanstack/react-router'

import type { SavedView } from '../../core/views/saved-view.ts'
import { useListUrl } from '../routing/use-list-url.ts'

/** What of the address of a list a view is made of; the view from which it comes is no part of it. */
export function useViewUrl() {
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
