import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

import type { LogSearch } from '../../routing/search.ts'

/** The filters of the log, and the linked line, are in the URL beside the open run. */
export function useLogUrl() {
  const { log, find, origin, table, line } = useSearch({ from: '/main' })
  const navigate = useNavigate()
  const change = useCallback(
    (changes: LogSearch, isReplaced = false) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, line: undefined, ...changes }),
        state: true,
        replace: isReplaced,
      }),
    [navigate],
  )
  return { level: log, find, origin, table, line, change }
}
