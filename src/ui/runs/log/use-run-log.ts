import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { defined } from '../../../core/catalog/defined.ts'
import type { RunLogFilter, RunLogLine, RunLogPage } from '../../../core/runs/run.ts'
import type { RunCalls } from '../../../core/runs/run-calls.ts'
import { fitsLog, logText } from '../../../core/runs/run-log.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { translateServerText } from '../../i18n/translate-server-text.ts'
import { cacheRunEvent } from '../../queries/cache-run-event.ts'
import { download } from '../../services/download.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'

type Log = InfiniteData<RunLogPage, string | undefined>

/** The log so far, page by page, and each new line while the run continues. */
export function useRunLog(runId: string, isGoing: boolean, filter: RunLogFilter) {
  const { fetchRunLog, watchRun } = useServices()
  const queryClient = useQueryClient()
  const { id: organizationId } = useActiveOrganization()
  const { i18n } = useLingui()
  const { locale } = i18n
  const log = useInfiniteQuery({
    queryKey: QUERY_KEYS.runLog(organizationId, runId, filter, locale),
    queryFn: ({ pageParam }) =>
      // The server searches the English texts.
      filter.search !== undefined && locale !== 'en'
        ? searchedLog(fetchRunLog, i18n, runId, filter)
        : unwrap(fetchRunLog(runId, { ...filter, ...defined({ cursor: pageParam || undefined }) })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Earlier results stay visible while the next search is loading.
    placeholderData: (before) => before,
  })

  const { level, search, origin, entity } = filter
  useEffect(() => {
    if (!isGoing) return
    const shown = defined({ level, search: search || undefined, origin, entity: entity || undefined })
    const key = QUERY_KEYS.runLog(organizationId, runId, shown, locale)
    return watchRun(runId, {
      onEvent: (event) => {
        if (event.type === 'log') {
          if (fitsLog(asShown(i18n, event.line), shown))
            queryClient.setQueryData<Log>(key, (pages) => pages && withLine(pages, event.line))
          return
        }
        cacheRunEvent(queryClient, organizationId, event.run)
      },
    })
  }, [entity, i18n, isGoing, level, locale, organizationId, origin, queryClient, runId, search, watchRun])

  return log
}

/** A new line is the last one; while later pages are not loaded yet, it will come with them. */
function withLine({ pages, pageParams }: Log, line: RunLogLine): Log {
  const last = pages.at(-1)
  if (!last || last.nextCursor !== undefined || last.lines.some(({ id }) => id === line.id))
    return { pages, pageParams }
  const lines = [...last.lines, line].sort((left, right) => left.id - right.id)
  return { pages: [...pages.slice(0, -1), { ...last, lines }], pageParams }
}

/** Reads the whole log, whatever its filters on the screen are, and saves it as a file in the user's language. */
export function useDownloadLog(runId: string) {
  const { fetchRunLog } = useServices()
  const { i18n } = useLingui()
  return useMutation({
    mutationFn: async () => {
      const { lines } = await wholeLog(fetchRunLog, runId, {})
      download(`run ${runId}.log`, 'text/plain', logText(lines.map((line) => asShown(i18n, line))))
    },
  })
}

/** The line with the text that the user reads. */
const asShown = (i18n: I18n, line: RunLogLine): RunLogLine => ({
  ...line,
  message: translateServerText(i18n, line.message, line.sentence),
})

/** The lines with the searched words in the user's language, found in the browser because the server knows only the English texts. */
async function searchedLog(
  fetchRunLog: RunCalls['fetchRunLog'],
  i18n: I18n,
  runId: string,
  { search, ...filter }: RunLogFilter,
): Promise<RunLogPage> {
  const { lines, counts } = await wholeLog(fetchRunLog, runId, filter)
  const fitting = lines.filter((line) => fitsLog(asShown(i18n, line), search === undefined ? {} : { search }))
  return defined({ lines: fitting, counts: counts && { lines: counts.lines, fitting: fitting.length } })
}

/** All pages of a log as one. */
async function wholeLog(
  fetchRunLog: RunCalls['fetchRunLog'],
  runId: string,
  filter: RunLogFilter,
): Promise<RunLogPage> {
  const lines: RunLogLine[] = []
  let page: RunLogPage
  let cursor: string | undefined
  do {
    page = await unwrap(fetchRunLog(runId, { ...filter, ...defined({ cursor }) }))
    for (const line of page.lines) lines.push(line)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return defined({ lines, counts: page.counts })
}
