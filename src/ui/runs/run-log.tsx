import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

import type { RunLogLine } from '../../core/runs/run.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { Button } from '../kit/button/button.tsx'
import { classNames } from '../kit/class-names.ts'
import { SearchInput } from '../kit/search-input/search-input.tsx'
import { Select } from '../kit/select/select.tsx'
import { useDebounced } from '../kit/use-debounced.ts'
import type { LogSearch } from '../routing/search.ts'
import styles from './run-log.module.css'
import { useDownloadLog, useRunLog } from './use-run-log.ts'

/** What a run says of itself: narrowed by gravity and words, each line with an address of its own. */
export function RunLog({ runId, isGoing }: { runId: string; isGoing: boolean }) {
  const { t } = useLingui()
  const { level, find, line: linked, change } = useLogUrl()
  const filter = useDebounced({ ...(level && { level }), ...(find && { search: find }) }, [level, find])
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = useRunLog(runId, isGoing, filter)
  const file = useDownloadLog(runId)
  const lines = data?.pages.flatMap((page) => page.lines) ?? []
  const isMissing = linked !== undefined && data !== undefined && !lines.some(({ id }) => id === linked)

  useEffect(() => {
    if (isMissing && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [fetchNextPage, hasNextPage, isFetchingNextPage, isMissing])

  const isNarrowed = level !== undefined || find !== undefined
  if (isError || (lines.length === 0 && !isNarrowed)) return null
  return (
    <section aria-label={t`Log`}>
      <div className={styles['bar']}>
        <h2 className={styles['heading']}>
          <Trans>Log</Trans>
        </h2>
        <Button size="sm" variant="ghost" isBusy={file.isPending} onClick={() => file.mutate()}>
          <Trans>Download</Trans>
        </Button>
      </div>
      <div className={styles['bar']}>
        <SearchInput
          label={t`Search the log`}
          value={find ?? ''}
          onChange={(next) => change({ find: next || undefined, line: undefined }, true)}
        />
        <Select
          aria-label={t`Lines shown`}
          className={styles['level']}
          value={level ?? ''}
          placeholder={t`All lines`}
          options={[
            { value: 'warning', label: t`Warnings` },
            { value: 'error', label: t`Errors` },
          ]}
          onChange={({ target: { value } }) =>
            change({ log: value === 'warning' || value === 'error' ? value : undefined, line: undefined })
          }
        />
      </div>
      {lines.length === 0 ? (
        <p className={styles['none']}>
          <Trans>No line of the log matches.</Trans>
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
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
    </section>
  )
}

function Line({ line: { id, at, level, message, entity }, isLinked }: { line: RunLogLine; isLinked: boolean }) {
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

/** How the log is narrowed, and the line that a link is to, live in the URL beside the open run. */
function useLogUrl() {
  const { log, find, line } = useSearch({ from: '/main' })
  const navigate = useNavigate()
  const change = (changes: LogSearch, isTyping = false) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...changes }), replace: isTyping })
  return { level: log, find, line, change }
}
