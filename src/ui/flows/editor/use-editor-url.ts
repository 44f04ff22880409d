import { useNavigate, useSearch } from '@tanstack/react-router'

import { defined } from '../../../core/catalog/defined.ts'
import type { DialogName, EditorTab } from '../../routing/search.ts'

interface Place {
  readonly tab?: EditorTab
  readonly run?: string | undefined
  readonly dialog?: DialogName
}

/** The open panel, run and dialog are in the URL. */
export function useEditorUrl() {
  const { tab = 'setup', run, dialog, table } = useSearch({ from: '/main/floweditor/$id' })
  const navigate = useNavigate()
  const go = (place: Place) => {
    const next = { tab, run, ...place }
    void navigate({
      to: '.',
      search: defined({
        tab: next.tab !== 'setup' ? next.tab : undefined,
        run: next.tab === 'runs' && next.run !== undefined ? next.run : undefined,
        dialog: place.dialog,
      }),
      // Back does not open again what was closed.
      replace: dialog !== undefined,
    })
  }
  return { tab, runId: run, dialog, table, go }
}
