import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

import type { RunLogLine, RunStream } from '../../../core/runs/run.ts'
import { ActionError } from '../../errors/action-error.tsx'
import { ErrorState } from '../../errors/error-state.tsx'
import { isNotOffered } from '../../errors/error-text.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useSaid } from '../../i18n/use-said.ts'
import { Button } from '../../kit/button/button.tsx'
import { classNames } from '../../kit/class-names.ts'
import { useDebounced } from '../../kit/use-debounced.ts'
import type { LogSearch } from '../../routing/search.ts'
import { LogFilters } from './log-filters.tsx'
import styles from './run-log.module.css'
import { useDownloadLog, useRunLog } from './use-run-log.ts'

interface RunLogProps {
  readonly runId: string
  readonly isGoing: boolean
  /** Its tables, as far as known. */
  readonly streams?: readonly RunStream[]
}

/** The log of a run: filtered by severity, origin, table and words, with an address for each line. */
export function RunLog({ runId, isGoing, streams = [] }: RunLogProps) {
  const { t } = useLingui()
  const { level, find, origin, table, line: linked, change } = useLogUrl()
  const filter = useDebounced(
    {
      ...(level && { level }),
      ...(find && { search: find }),
      ...(origin && { origin }),
      ...(table && { entity: table }),
    },
    [level, find, origin, table],
  )
  const { data, error, isLoadingError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useRunLog(
    runId,
    isGoing,
    filter,
  )
  const lines = data?.pages.flatMap((page) => page.lines) ?? []
  const isMissing = linked !== undefined && data !== undefined && !lines.some(({ id }) => id === linked)

  useEffect(() => {
    if (isMissing && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [fetchNextPage, hasNextPage, isFetchingNextPage, isMissing])

  const isNarrowed = [level, find, origin, table].some((value) => value !== undefined)
  if (isLoadingError && !isNotOffered(error)) {
    return <ErrorState title={t`The log could not be loaded`} error={error} onRetry={() => void refetch()} />
  }
  if (lines.length === 0 && !isNarrowed) {
    return (
      data &&
      !isGoing && (
        <p className={styles['none']}>
          <Trans>The log of this run has been deleted: logs are kept for a limited time.</Trans>
        </p>
      )
    )
  }
  return (
    <section className={styles['section']} aria-label={t`Log`}>
      <div className={styles['bar']}>
        <h2 className={styles['heading']}>
          <Trans>Log</Trans>
        </h2>
        {isNarrowed && !isGoing && data?.pages[0]?.counts && <Counts {...data.pages[0].counts} />}
        <DownloadLog runId={runId} />
      </div>
      <LogFilters streams={streams} level={level} find={find} origin={origin} table={table} onChange={change} />
      {lines.length === 0 ? (
        <p className={styles['none']}>
          <Trans>No line of the log matches.</Trans>
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        <ol className={styles['log']} tabIndex={0}>
          {lines.map((line) => (
            <Line key={line.id} line={line} isLinked={line.id === linked} />
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

function Line({ line, isLinked }: { line: RunLogLine; isLinked: boolean }) {
  const { id, at, level, entity } = line
  const message = useSaid().message(line)
  const { t } = useLingui()
  const { time } = useFormats()
  const place = useRef<HTMLLIElement>(null)

  useEffect(() => {
    if (isLinked) place.current?.scrollIntoView({ block: 'center' })
  }, [isLinked])

  return (
    <li ref={place} className={classNames(styles['line'], styles[level], isLinked && styles['linked'])}>
      <Link
        to="."
        search={(before) => ({ ...before, line: id })}
        state
        replace
        className={styles['time']}
        data-tooltip={t`Link to this line`}
        activeOptions={{ includeSearch: true }}
      >
        <time dateTime={at}>{time(at)}</time>
      </Link>
      <span className={styles['message']}>
        {entity && !message.includes(entity) && <span className={styles['entity']}>{entity} </span>}
        {message}
      </span>
    </li>
  )
}

/** The filters of the log, and the linked line, are in the URL beside the open run. */
function useLogUrl() {
  const { log, find, origin, table, line } = useSearch({ from: '/main' })
  const navigate = useNavigate()
  const change = (changes: LogSearch, isTyping = false) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, line: undefined, ...changes }),
      state: true,
      replace: isTyping,
    })
  return { level: log, find, origin, table, line, change }
}
