import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide'

import type { Run, RunApproval } from '../../../core/runs/run.ts'
import { verdictOfRun } from '../../../core/runs/verdict-of-run.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { useFormats } from '../../i18n/use-formats.ts'
import { Icon } from '../../kit/icon/icon.tsx'
import { GoneFlow } from '../state/gone-flow.tsx'
import { RunCheck } from '../state/run-check.tsx'
import { RunKind } from '../state/run-kind.tsx'
import { RunState } from '../state/run-state.tsx'
import { RunTrigger } from '../state/run-trigger.tsx'
import styles from './run-head.module.css'
import { RunHeadActions } from './run-head-actions.tsx'

/** The flow, the state, the trigger and the time of a run, with its actions. */
export function RunHead({ run }: { run: Run }) {
  const { t } = useLingui()
  const { runFilters = {} } = useLocation().state
  const { flowId, flowName = flowId, flowVersion, startedAt, queuedAt, attempt = 1, attemptsAllowed, approval } = run
  const at = startedAt ?? queuedAt
  return (
    <header className={styles['head']}>
      <div className={styles['words']}>
        <nav aria-label={t`Breadcrumb`}>
          <Link to="/runs" search={runFilters} className={styles['back']}>
            <Icon of={ChevronLeft} size={14} />
            <Trans>Runs</Trans>
          </Link>
        </nav>
        <h1 className={styles['title']}>
          <span className={styles['name']} title={flowName}>
            {run.isFlowDeleted ? (
              flowName
            ) : (
              <Link to="/flows/$id" params={{ id: flowId }} className={styles['flow']}>
                {flowName}
              </Link>
            )}
          </span>
          <span className={styles['state']}>
            <RunState verdict={verdictOfRun(run)} />
            <RunCheck run={run} />
          </span>
        </h1>
        <ul className={styles['facts']}>
          {run.isFlowDeleted && (
            <li>
              <GoneFlow run={run} />
            </li>
          )}
          {run.kind !== 'move' && (
            <li>
              <RunKind run={run} />
            </li>
          )}
          {approval && (
            <li>
              <Approval approval={approval} />
            </li>
          )}
          {flowVersion !== undefined && (
            <li>
              {run.isFlowDeleted ? (
                <Trans>Version {flowVersion}</Trans>
              ) : (
                <Link to="/floweditor/$id" params={{ id: flowId }} search={{ dialog: 'versions' }}>
                  <Trans>Version {flowVersion}</Trans>
                </Link>
              )}
            </li>
          )}
          <li>
            <span className={styles['cut']} title={run.triggeredBy?.name}>
              <RunTrigger run={run} hasLinks />
            </span>
          </li>
          {at && (
            <li>
              <RelativeTime at={at} />
            </li>
          )}
          {(attempt > 1 || (attemptsAllowed ?? 1) > 1) && (
            <li>
              {attemptsAllowed === undefined ? (
                <Trans>Attempt {attempt}</Trans>
              ) : (
                <Trans>
                  Attempt {attempt} of {attemptsAllowed}
                </Trans>
              )}
            </li>
          )}
        </ul>
      </div>
      <RunHeadActions run={run} />
    </header>
  )
}

/** Who has accepted what a dry run shows, and whether a program has started the flow for it. */
function Approval({ approval: { by, endsAt, usedAt } }: { readonly approval: RunApproval }) {
  const { minute } = useFormats()
  if (usedAt !== undefined)
    return (
      <Trans>
        Approved by {by}, run {minute(usedAt)}
      </Trans>
    )
  return (
    <Trans>
      Approved by {by} until {minute(endsAt)}
    </Trans>
  )
}
