import { useLingui } from '@lingui/react/macro'
import { Link, useRouter } from '@tanstack/react-router'
import { Check, Link2, X } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import type { RunLogLine } from '../../../core/runs/run.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useServerText } from '../../i18n/use-server-text.ts'
import { classNames } from '../../kit/class-names.ts'
import { copyToClipboard } from '../../kit/copy-text/copy-to-clipboard.ts'
import { IconButton } from '../../kit/icon-button/icon-button.tsx'
import styles from './run-log.module.css'

interface LogLineProps {
  readonly runId: string
  readonly line: RunLogLine
  /** The start of the run, from which times are told. */
  readonly begunAt: string | undefined
  /** The address names it. */
  readonly isLinked: boolean
}

/** One line of a log. Its time selects it: then the address names it, and its link can be copied. */
export function LogLine({ runId, line, begunAt, isLinked }: LogLineProps) {
  const { id, at, level, entity } = line
  const message = useServerText().message(line)
  const { t } = useLingui()
  const { dateTime, duration } = useFormats()
  const since = Math.max(0, Date.parse(at) - Date.parse(begunAt ?? at))
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
        aria-label={t`+${duration(since)}, link to the line of ${dateTime(at)}`}
        data-tooltip={dateTime(at)}
        activeOptions={{ includeSearch: true }}
      >
        <time dateTime={at}>+{duration(since)}</time>
      </Link>
      <span className={styles['message']}>
        {entity && !message.includes(entity) && <span className={styles['entity']}>{entity} </span>}
        {message}
      </span>
      {isLinked && <CopyLineLink runId={runId} line={id} />}
    </li>
  )
}

const ICONS = { waiting: Link2, copied: Check, refused: X } as const

/** Copies the address of one line, for a colleague: the page of the run, without the filters of this log. */
function CopyLineLink({ runId, line }: { readonly runId: string; readonly line: number }) {
  const { t } = useLingui()
  const router = useRouter()
  const [state, setState] = useState<keyof typeof ICONS>('waiting')
  const labels = {
    waiting: t`Copy the link to this line`,
    copied: t`The link was copied`,
    refused: t`The browser does not allow copying: use the page’s address`,
  }
  const copy = async () => {
    const { href } = router.buildLocation({ to: '/runs/$id', params: { id: runId }, search: { line } })
    const isCopied = await copyToClipboard(new URL(href, location.origin).href)
    setState(isCopied ? 'copied' : 'refused')
  }
  return (
    <IconButton
      size="xs"
      icon={ICONS[state]}
      label={labels[state]}
      className={styles['copy']}
      onClick={() => void copy()}
    />
  )
}
