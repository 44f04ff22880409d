import { useNavigate, useSearch } from '@tanstack/react-router'

import type { DialogName } from '../../routing/search.ts'

/** The open dialog of a flow's page is in the URL. */
export function useFlowUrl() {
  const { dialog } = useSearch({ from: '/main/flows/$id' })
  const navigate = useNavigate()
  return {
    dialog,
    open: (name: DialogName) => void navigate({ to: '.', search: { dialog: name } }),
    // Back does not open again what was closed.
    close: () => void navigate({ to: '.', search: {}, replace: true }),
  }
}
