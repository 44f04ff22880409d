import { Trans, useLingui } from '@lingui/react/macro'
import { Download } from 'lucide'

import { combinesRows } from '../../../core/runs/rows/rows-through-steps.ts'
import type { Run, RunStream } from '../../../core/runs/run.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Button } from '../../kit/button/button.tsx'
import { useDownloadReceipt } from '../actions/use-download-receipt.ts'
import styles from './run-sections.module.css'

/** The outcome of every read row, and how it was checked; also as a file. */
export function RunReceipt({ run }: { run: Run }) {
  const { t } = useLingui()
  const receipt = useDownloadReceipt(run)
  const hasAdded = run.streams.some(({ rowsAdded = 0 }) => rowsAdded > 0)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className={styles['table']} aria-label={t`Receipt`} tabIndex={0}>
        <table aria-label={t`Receipt`}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Table</Trans>
              </th>
              <th scope="col">
                <Trans>Read</Trans>
              </th>
              {hasAdded && (
                <th scope="col">
                  <Trans>Added</Trans>
                </th>
              )}
              <th scope="col">
                <Trans>Written</Trans>
              </th>
              <th scope="col">
                <Trans>Filtered</Trans>
              </th>
              <th scope="col">
                <Trans>Rejected</Trans>
              </th>
              <th scope="col">
                <Trans>Checked</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {run.streams.map((stream) => (
              <StreamRow
                key={stream.entity}
                stream={stream}
                hasAdded={hasAdded}
                combinesRows={combinesRows(run.flow?.steps ?? [], stream.entity)}
              />
            ))}
          </tbody>
        </table>
      </section>
      <StandIns ends={run.standIns ?? []} />
      <p className={styles['none']}>
        {hasAdded ? (
          <Trans>Read + added = written + filtered + rejected.</Trans>
        ) : (
          <Trans>Read = written + filtered + rejected.</Trans>
        )}{' '}
        {run.streams.some(isMessage) ? (
          <Trans>Counted: the rows in the messages that were sent.</Trans>
        ) : (
          <Trans>
            Verified: the rows were counted in the destination and their keys compared with the source, or all their
            values. Counted: the rows were counted in the destination.
          </Trans>
        )}
      </p>
      {run.combinesRows && (
        <p className={styles['none']}>
          <Trans>“–”: steps created new rows from the rows that were read, so no row counts as filtered.</Trans>
        </p>
      )}
      <div>
        <Button size="sm" icon={Download} isBusy={receipt.isPending} onClick={() => receipt.mutate()}>
          <Trans>Download receipt</Trans>
        </Button>
      </div>
    </>
  )
}

/** A receipt of rows that no outside system has seen must not look like another one. */
function StandIns({ ends }: { ends: NonNullable<Run['standIns']> }) {
  if (ends.length === 0) return null
  return (
    <p className={styles['failed']}>
      {ends.length === 2 ? (
        <Trans>Source and destination were stand-ins on the server’s machine, not the systems themselves.</Trans>
      ) : ends.includes('source') ? (
        <Trans>The source was a stand-in on the server’s machine, not the system itself.</Trans>
      ) : (
        <Trans>The destination was a stand-in on the server’s machine, not the system itself.</Trans>
      )}
    </p>
  )
}

const isMessage = ({ receipt }: RunStream): boolean => receipt?.check?.reason === 'message'

interface StreamRowProps {
  readonly stream: RunStream
  /** Whether the table shows the rows that steps have added. */
  readonly hasAdded: boolean
  readonly combinesRows: boolean
}

function StreamRow({ stream, hasAdded, combinesRows }: StreamRowProps) {
  const { number } = useFormats()
  const { entity, rowsRead, rowsAdded = 0, rowsWritten, rowsFiltered, rowsRejected } = stream
  return (
    <tr>
      <th scope="row">{entity}</th>
      <td>{number(rowsRead)}</td>
      {hasAdded && <td>{number(rowsAdded)}</td>}
      <td>{number(rowsWritten)}</td>
      <td>{combinesRows ? '–' : number(rowsFiltered)}</td>
      <td>{number(rowsRejected)}</td>
      <td>
        <Checked stream={stream} />
      </td>
    </tr>
  )
}

function Checked({ stream: { status, receipt } }: { stream: RunStream }) {
  const state = receipt?.check?.state
  if (state === 'failed') {
    return (
      <span className={styles['failed']}>
        <Trans>Check failed</Trans>
      </span>
    )
  }
  if (status !== 'succeeded' || state === undefined) return <Trans>Not checked</Trans>
  return state === 'verified' ? (
    <span className={styles['verified']}>
      <Trans>Verified</Trans>
    </span>
  ) : (
    <Trans>Counted</Trans>
  )
}
