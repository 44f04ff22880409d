import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

import type { Run } from '../../../core/runs/run.ts'
import { totalsOf } from '../../../core/runs/run-totals.ts'
import { verdictOfRun } from '../../../core/runs/verdict-of-run.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useServerText } from '../../i18n/use-server-text.ts'
import { RunState } from '../state/run-state.tsx'
import styles from './rejected-rows.module.css'
import type { useReplay } from './use-rejected-rows.ts'

export type Replay = ReturnType<typeof useReplay>

/** The run that sends rows again, and what has become of them, until the next one. */
export function ReplayNews({ replay: { isSuccess, data, run, hasEnded } }: { replay: Replay }) {
  return (
    <span className={styles['news']} role="status">
      {isSuccess && (
        <>
          {run && hasEnded ? <Outcome run={run} /> : <Trans>Being sent again.</Trans>}{' '}
          {data?.runId !== undefined && (
            <Link to="/runs/$id" params={{ id: data.runId }}>
              <Trans>Open the run</Trans>
            </Link>
          )}
          {run && <RunState verdict={verdictOfRun(run)} hasDetail={false} />}
        </>
      )}
    </span>
  )
}

/** A run succeeds although rows were rejected again, so its state does not say it. */
function Outcome({ run }: { readonly run: Run }) {
  const { number } = useFormats()
  const serverText = useServerText()
  const { rowsArrived: arrived, rowsRejected: rejected } = totalsOf(run)
  const left = run.streams.filter(({ rowsFiltered }) => rowsFiltered > 0)
  return (
    <>
      <Plural
        value={arrived}
        one={`${number(arrived)} row has arrived.`}
        other={`${number(arrived)} rows have arrived.`}
      />
      {left.flatMap(({ entity, notes, noteSentences }) =>
        serverText.notes(notes, noteSentences).map((note) => <span key={`${entity} ${note}`}> {note}</span>),
      )}
      {rejected > 0 && (
        <Link to="/runs/$id" params={{ id: run.id }} search={{ tab: 'rejects' }} className={styles['again']}>
          <Plural
            value={rejected}
            one={`${number(rejected)} row was rejected again`}
            other={`${number(rejected)} rows were rejected again`}
          />
        </Link>
      )}
    </>
  )
}
