import { useNavigate, useSearch } from '@tanstack/react-router'

import type { DialogName } from './search.ts'

interface DialogTarget {
  readonly id?: string
  readonly kind?: string
}

/** What is searched, filtered and open on a list page lives in the URL: it can be shared, and Back closes a dialog. */
export function useListUrl() {
  const { q = '', state, dialog, id, kind } = useSearch({ strict: false })
  const navigate = useNavigate()

  const setFilters = (change: { readonly q?: string; readonly state?: string }) => {
    const next = { ...(q !== '' && { q }), ...(state !== undefined && { state }), ...change }
    void navigate({
      to: '.',
      search: Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')),
      replace: true,
    })
  }

  const filters = { ...(q !== '' && { q }), ...(state !== undefined && { state }) }
  return {
    query: q,
    state,
    dialog,
    id,
    kind,
    search: (next: string) => setFilters({ q: next }),
    filter: (next: string) => setFilters({ state: next }),
    clearFilters: () => void navigate({ to: '.', search: {}, replace: true }),
    open: (name: DialogName, target: DialogTarget = {}) =>
      void navigate({ to: '.', search: { ...filters, dialog: name, ...target } }),
    close: () => void navigate({ to: '.', search: filters }),
  }
}
