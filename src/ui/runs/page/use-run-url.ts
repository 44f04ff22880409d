import { useNavigate, useSearch } from '@tanstack/react-router'

import type { RunTab } from '../../routing/search.ts'

interface Place {
  readonly tab?: RunTab | undefined
  readonly with?: string | undefined
  readonly dialog?: 'cancel' | undefined
}

/** The visible part of a run and the compared run are in the address. */
export function useRunUrl() {
  const { tab = 'streams', with: otherId, dialog } = useSearch({ from: '/main/runs/$id' })
  const navigate = useNavigate()
  const go = (place: Place, replace = false) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...place }), state: (before) => before, replace })
  return {
    tab,
    otherId,
    dialog,
    show: (next: RunTab) => go({ tab: next === 'streams' ? undefined : next, with: undefined }),
    compareWith: (runId: string | undefined) => go({ with: runId }),
    askToCancel: () => go({ dialog: 'cancel' }),
    // Back does not open again what was closed.
    closeDialog: () => go({ dialog: undefined }, true),
  }
}
