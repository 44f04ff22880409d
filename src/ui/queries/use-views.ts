import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import type { NewView, SavedView, ViewChange } from '../../core/views/saved-view.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'

const NONE: readonly SavedView[] = []

/** The saved views of all lists. */
export function useViews(): readonly SavedView[] {
  const { listViews } = useServices()
  const { id } = useActiveOrganization()
  const { data = NONE } = useQuery({ queryKey: QUERY_KEYS.views(id), queryFn: () => unwrap(listViews()) })
  return data
}

function useViewsChanged() {
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  return () => queryClient.invalidateQueries({ queryKey: QUERY_KEYS.views(id) })
}

interface Saving {
  /** Absent: a new one. */
  readonly id?: string | undefined
  readonly view: NewView
}

export function useSaveView() {
  const { createView, updateView } = useServices()
  return useMutation({
    mutationFn: ({ id, view }: Saving) => {
      if (id === undefined) return unwrap(createView(view))
      const { list: _, ...change } = view
      return unwrap(updateView(id, change satisfies ViewChange))
    },
    onSettled: useViewsChanged(),
  })
}

export function useRemoveView() {
  const { removeView } = useServices()
  return useMutation({ mutationFn: (id: string) => unwrap(removeView(id)), onSettled: useViewsChanged() })
}
