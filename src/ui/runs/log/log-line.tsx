import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

import type { RunLogLine } from '../../../core/runs/run.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useServerText } from '../../i18n/use-server-text.ts'
import { classNames } from '../../kit/class-names.ts'
import { CopyLineLink } from './copy-line-link.tsx'
import styles from './run-log.module.css'

interface LogLineProps {
  readonly runId: string
  readonly line: RunLogLine
  /** The address names it. */
  readonly isLinked: boolean
}

/** One line of a log. Its time selects it: then the address names it, and its link can be copied. */
export function LogLine({ runId, line, isLinked }: LogLineProps) {
  const { id, at, level, entity } = line
  const message = useServerText().message(line)
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
        resetScroll={false}
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
      {isLinked && <CopyLineLink runId={runId} line={id} />}
    </li>
  )
}
