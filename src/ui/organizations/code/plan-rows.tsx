import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FlaskConical, Square } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import type { CodePlan, CodeRequest } from '../../../core/code/code-plan.ts'
import { type ComparedFlow, changesRows, isGoing } from '../../../core/code/compare-files.ts'
import type { RunStream } from '../../../core/runs/run.ts'
import { useDisabledReason } from '../../access/use-disabled-reason.ts'
import { ActionError } from '../../errors/action-error.tsx'
import { translateServerText } from '../../i18n/translate-server-text.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Button } from '../../kit/button/button.tsx'
import { Cell, Row, Table } from '../../kit/table/table.tsx'
import { DifferenceCounts } from '../../lists/difference-counts.tsx'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'
import { useIsOffered } from '../../services/use-is-offered.ts'
import styles from './code.module.css'

interface PlanRowsProps {
  readonly plan: CodePlan
  readonly request: CodeRequest
}

/** Which rows the flows of a plan would change, on demand: each is tried by a dry run before anything is applied. */
export function PlanRows({ plan, request }: PlanRowsProps) {
  const { t } = useLingui()
  const disabledReason = useDisabledReason('flow.run')
  const isOffered = useIsOffered('compareFiles')
  const { mutate: compare, isPending, error, flows, stop } = useCompareFiles()
  if (!isOffered || plan.faults.length > 0 || !changesRows(plan)) return null
  return (
    <div className={styles['plan']}>
      {flows.length > 0 && (
        <Table label={t`Rows that would change`} columns={[{ label: t`Flow` }, { label: t`Rows` }]}>
          {flows.map((flow) => (
            <Row key={`${flow.file} ${flow.name}`}>
              <Cell>
                <span className={styles['name']}>{flow.name}</span>
                {flow.runId !== undefined && (
                  <Link className={styles['hint']} to="/runs/$id" params={{ id: flow.runId }}>
                    <Trans>Dry run</Trans>
                  </Link>
                )}
              </Cell>
              <Cell>
                <Outcome flow={flow} />
              </Cell>
            </Row>
          ))}
        </Table>
      )}
      <ActionError error={error} />
      <div className={styles['actions']}>
        {isPending ? (
          <Button size="sm" icon={Square} onClick={stop}>
            <Trans>Stop comparing</Trans>
          </Button>
        ) : (
          <Button
            size="sm"
            icon={FlaskConical}
            disabledReason={disabledReason}
            onClick={() => compare({ request, state: plan.state })}
          >
            <Trans>Show which rows would change</Trans>
          </Button>
        )}
        <span className={styles['hint']}>
          <Trans>By dry runs. Nothing is saved or written.</Trans>
        </span>
      </div>
    </div>
  )
}

function Outcome({ flow }: { readonly flow: ComparedFlow }) {
  const { i18n } = useLingui()
  const { run, runId, message = '', sentence } = flow
  if (runId === undefined) return translateServerText(i18n, message, sentence)
  if (run?.status === 'cancelled' || run?.cancelRequested) return <Trans>Cancelled</Trans>
  if (!run || isGoing(flow)) return <Trans>Comparing …</Trans>
  if (run.streams.length === 0)
    return run.error ? translateServerText(i18n, run.error.message, run.error.sentence) : null
  return (
    <ul className={styles['tables']}>
      {run.streams.map((stream) => (
        <li key={`${stream.entity} ${stream.target}`}>
          <span className={styles['hint']}>
            {stream.entity} → {stream.target}
          </span>
          <Difference stream={stream} />
        </li>
      ))}
    </ul>
  )
}

function Difference({ stream: { difference, error, rowsWritten } }: { readonly stream: RunStream }) {
  const { i18n } = useLingui()
  const { number } = useFormats()
  if (error) return translateServerText(i18n, error.message, error.sentence)
  if (difference) return <DifferenceCounts difference={difference} />
  const rows = number(rowsWritten)
  return <Plural value={rowsWritten} one={`${rows} row would be sent`} other={`${rows} rows would be sent`} />
}

/** Compares the rows of a plan. What goes on is cancelled when it is stopped, or the plan is gone. */
function useCompareFiles() {
  const { compareFiles } = useServices()
  const [flows, setFlows] = useState<readonly ComparedFlow[]>([])
  const controller = useRef<AbortController>(undefined)
  const stop = () => controller.current?.abort()
  useEffect(() => () => controller.current?.abort(), [])
  const comparing = useMutation({
    mutationFn: ({ request, state }: { readonly request: CodeRequest; readonly state: string }) => {
      stop()
      controller.current = new AbortController()
      setFlows([])
      return unwrap(compareFiles(request, state, { onProgress: setFlows, signal: controller.current.signal }))
    },
  })
  return { ...comparing, flows, stop }
}
