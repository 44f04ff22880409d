import { Trans, useLingui } from '@lingui/react/macro'
import { type UIEvent, useLayoutEffect, useRef } from 'react'
import { defined } from '../../../core/catalog/defined.ts'
import type { RunStream } from '../../../core/runs/run.ts'
import { ActionError } from '../../errors/action-error.tsx'
import { ErrorState } from '../../errors/error-state.tsx'
import { isNotOffered } from '../../errors/error-text.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Button } from '../../kit/button/button.tsx'
import { useDebounced } from '../../kit/use-debounced.ts'
import { LogFilters } from './log-filters.tsx'
import { LogLine } from './log-line.tsx'
import styles from './run-log.module.css'
import { useLinkedLine } from './use-linked-line.ts'
import { useLogUrl } from './use-log-url.ts'
import { useDownloadLog, useRunLog } from './use-run-log.ts'

interface RunLogProps {
  readonly runId: string
  readonly isGoing: boolean
  /** Its tables, as far as known. */
  readonly streams?: readonly RunStream[]
  /** From then on the times of the lines are told; absent: from the first line. */
  readonly startedAt?: string | undefined
}

/** The log of a run: filtered by severity, origin, table and words, with an address for each line. */
export function RunLog({ runId, isGoing, streams = [], startedAt }: RunLogProps) {
  const { t } = useLingui()
  const { level, find, origin, table, line: linked, change } = useLogUrl()
  const isNarrowed = [level, find, origin, table].some((value) => value !== undefined)
  const filter = useDebounced(defined({ level, search: find || undefined, origin, entity: table || undefined }), [
    level,
    find,
    origin,
    table,
  ])
  const log = useRunLog(runId, isGoing, filter)
  const { data, error, isLoadingError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = log
  const lines = data?.pages.flatMap((page) => page.lines) ?? []
  const begunAt = startedAt ?? lines[0]?.at
  const tail = useLiveTail(isGoing && linked === undefined, lines.at(-1)?.id)
  const place = useLinkedLine({ linked, isNarrowed, log, change })
  if (isLoadingError && !isNotOffered(error)) {
    return <ErrorState title={t`The log could not be loaded`} error={error} onRetry={() => void refetch()} />
  }
  if (lines.length === 0 && !isNarrowed) {
    return (
      data &&
      !isGoing && (
        <p className={styles['none']}>
          <Trans>The log is no longer kept.</Trans>
        </p>
      )
    )
  }
  return (
    <section aria-label={t`Log`}>
      <div className={styles['bar']}>
        <h2 className={styles['heading']}>
          <Trans>Log</Trans>
        </h2>
        {isNarrowed && !isGoing && data?.pages[0]?.counts && <Counts {...data.pages[0].counts} />}
        <DownloadLog runId={runId} />
      </div>
      <LogFilters streams={streams} level={level} find={find} origin={origin} table={table} onChange={change} />
      {place === 'searched' && <LineNotice>{t`Looking for the linked line …`}</LineNotice>}
      {place === 'gone' && <LineNotice>{t`The linked line is not here.`}</LineNotice>}
      {lines.length === 0 ? (
        <p className={styles['none']}>
          <Trans>No line of the log matches.</Trans>
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        <ol ref={tail.ref} className={styles['log']} tabIndex={0} onScroll={tail.onScroll}>
          {lines.map((line) => (
            <LogLine key={line.id} runId={runId} line={line} begunAt={begunAt} isLinked={line.id === linked} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button size="sm" variant="ghost" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
      <ActionError error={error} />
    </section>
  )
}

const LineNotice = ({ children }: { readonly children: string }) => (
  <p className={styles['none']} role="status">
    {children}
  </p>
)

function Counts({ lines, fitting }: { readonly lines: number; readonly fitting: number }) {
  const { number } = useFormats()
  return (
    <span className={styles['counts']} role="status">
      <Trans>
        {number(fitting)} of {number(lines)} lines
      </Trans>
    </span>
  )
}

function DownloadLog({ runId }: { runId: string }) {
  const file = useDownloadLog(runId)
  return (
    <div>
      <Button size="sm" variant="ghost" isBusy={file.isPending} onClick={() => file.mutate()}>
        <Trans>Download</Trans>
      </Button>
      <ActionError error={file.error} />
    </div>
  )
}

/** Somebody who scrolled up by less than a line has not scrolled. */
const NEAR_PX = 24

/** Keeps the last line in view while lines come, until the person scrolls up. @param last the last line */
function useLiveTail(isLive: boolean, last: number | undefined) {
  const ref = useRef<HTMLOListElement>(null)
  const isAtEnd = useRef(true)
  useLayoutEffect(() => {
    const list = ref.current
    if (isLive && last !== undefined && isAtEnd.current && list) list.scrollTop = list.scrollHeight
  }, [isLive, last])
  const onScroll = ({ currentTarget: list }: UIEvent<HTMLOListElement>) => {
    isAtEnd.current = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_PX
  }
  return { ref, onScroll }
}
