import { useNavigate, useSearch } from '@tanstack/react-router'

import type { DialogName, ListFilters } from './search.ts'

interface DialogTarget {
  readonly id?: string
  readonly kind?: string
}

/** Search, filters, order and the open dialog of a list page are in the URL: it can be shared, and Back reverts them. */
export function useListUrl() {
  const { dialog, id, kind, field: _field, google: _google, ...rest } = useSearch({ from: '/main/lists' })
  const filters: ListFilters = rest
  const navigate = useNavigate()

  const change = (changes: ListFilters, isTyping = false) => {
    const next = Object.entries({ ...filters, ...changes }).filter(([, value]) => value !== undefined && value !== '')
    // A typed letter is not a separate history entry.
    void navigate({ to: '.', search: Object.fromEntries(next), replace: isTyping })
  }

  return {
    filters,
    query: filters.q ?? '',
    state: filters.state,
    dialog,
    id,
    kind,
    search: (q: string) => change({ q }, true),
    filter: (changes: ListFilters) => change(changes),
    clearFilters: () => void navigate({ to: '.', search: filters.view === undefined ? {} : { view: filters.view } }),
    open: (name: DialogName, target: DialogTarget = {}) =>
      void navigate({ to: '.', search: { ...filters, dialog: name, ...target } }),
    // Back does not open again what was closed.
    close: () => void navigate({ to: '.', search: filters, replace: true }),
  }
}
