import { Trans, useLingui } from '@lingui/react/macro'

import type { RunStream } from '../../core/runs/run.ts'
import { useFormats } from '../i18n/use-formats.ts'
import styles from './run-details.module.css'

/** Each table of a run: how much of it came across, which part was read, and what is to be known of it. */
export function RunStreams({ streams }: { streams: readonly RunStream[] }) {
  const { t } = useLingui()
  return (
    <ul className={styles['streams']} aria-label={t`Tables`}>
      {streams.map((stream) => (
        <Stream key={stream.entity} stream={stream} />
      ))}
    </ul>
  )
}

function Stream({ stream }: { stream: RunStream }) {
  const { number } = useFormats()
  const { entity, target, rowsRead, rowsWritten, estimatedRows, status, window, notes, error } = stream
  return (
    <li className={styles['stream']}>
      <span className={styles['entity']}>{entity === target ? entity : `${entity} → ${target}`}</span>
      <span className={styles['rows']}>
        {status === 'succeeded' || estimatedRows === undefined || estimatedRows <= rowsRead ? (
          number(Math.max(rowsWritten, rowsRead))
        ) : (
          <Trans>
            {number(rowsRead)} of ~{number(estimatedRows)}
          </Trans>
        )}
      </span>
      {window && (
        <span className={styles['note']}>
          {window.from === undefined ? (
            <Trans>
              By {window.cursor}: from the beginning up to <code>{window.until}</code>
            </Trans>
          ) : (
            <Trans>
              By {window.cursor}: from <code>{window.from}</code> up to <code>{window.until}</code>
            </Trans>
          )}
        </span>
      )}
      {notes?.map((note) => (
        <span key={note} className={styles['note']}>
          {note}
        </span>
      ))}
      {error && <span className={styles['problem']}>{error.message}</span>}
    </li>
  )
}
