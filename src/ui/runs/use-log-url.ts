import { useNavigate, useSearch } from '@tanstack/react-router'

import type { LogSearch } from '../routing/search.ts'

/** How a run's log is narrowed, and the line that a link is to, live in the URL beside the open run. */
export function useLogUrl() {
  const { log, find, line } = useSearch({ from: '/main' })
  const navigate = useNavigate()
  const change = (changes: LogSearch, isTyping = false) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...changes }), replace: isTyping })
  return { level: log, find, line, change }
}
