import { useEffect } from 'react'

import type { useLogUrl } from './use-log-url.ts'
import type { useRunLog } from './use-run-log.ts'

interface LinkedLine {
  readonly linked: number | undefined
  readonly isNarrowed: boolean
  readonly log: ReturnType<typeof useRunLog>
  readonly change: ReturnType<typeof useLogUrl>['change']
}

/**
 * Brings the line that the address names into the log: loads pages until it is there, and removes filters that hide it.
 * @returns whether it is still looked for, or not in the log at all; nothing if it is there, or if no line is named
 */
export function useLinkedLine({ linked, isNarrowed, log, change }: LinkedLine): 'searched' | 'gone' | undefined {
  const { data, hasNextPage, isFetching, isPlaceholderData, fetchNextPage } = log
  const lines = data?.pages.flatMap((page) => page.lines) ?? []
  const last = lines.at(-1)?.id ?? 0
  const isMissing = linked !== undefined && data !== undefined && !lines.some(({ id }) => id === linked)
  // Lines are in the order of their numbers, so that later pages cannot contain an earlier one.
  const comesLater = isMissing && hasNextPage && last < linked
  const isHidden = isMissing && !comesLater && isNarrowed && !isPlaceholderData

  useEffect(() => {
    // `last` is in the list because a page may arrive so fast that nothing else changes.
    if (comesLater && !isFetching && last < linked) void fetchNextPage()
  }, [comesLater, fetchNextPage, isFetching, last, linked])
  useEffect(() => {
    if (isHidden && !isFetching)
      change({ line: linked, log: undefined, find: undefined, origin: undefined, table: undefined }, true)
  }, [change, isFetching, isHidden, linked])

  if (!isMissing) return undefined
  return comesLater || isHidden || isFetching ? 'searched' : 'gone'
}
