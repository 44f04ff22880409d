import { Trans, useLingui } from '@lingui/react/macro'

import type { RunLogLine } from '../../core/runs/run.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { classNames } from '../kit/class-names.ts'
import styles from './run-log.module.css'
import { useRunLog } from './use-run-log.ts'

export function RunLog({ runId, isGoing }: { runId: string; isGoing: boolean }) {
  const { t } = useLingui()
  const { data: lines = [], isError } = useRunLog(runId, isGoing)
  if (isError || lines.length === 0) return null
  return (
    <section aria-label={t`Log`}>
      <h2 className={styles['heading']}>
        <Trans>Log</Trans>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
      <ol className={styles['log']} tabIndex={0}>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ol>
    </section>
  )
}

function Line({ line: { at, level, message, entity } }: { line: RunLogLine }) {
  const { time } = useFormats()
  return (
    <li className={classNames(styles['line'], styles[level])}>
      <time className={styles['time']} dateTime={at}>
        {time(at)}
      </time>
      <span className={styles['message']}>
        {entity && !message.includes(entity) && <span className={styles['entity']}>{entity} </span>}
        {message}
      </span>
    </li>
  )
}
