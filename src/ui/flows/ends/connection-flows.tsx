import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import type { Flow } from '../../../core/flows/flow.ts'
import { verdictOfRun } from '../../../core/runs/verdict-of-run.ts'
import { RelativeTime } from '../../i18n/relative-time.tsx'
import { Button } from '../../kit/button/button.tsx'
import { Card } from '../../kit/card/card.tsx'
import { classNames } from '../../kit/class-names.ts'
import { RunState } from '../../runs/state/run-state.tsx'
import styles from '../overview/flow-lists.module.css'
import ownStyles from './used-tables.module.css'

/** Those that need attention come first. */
const SHOWN = 10

interface ConnectionFlowsProps {
  readonly connectionId: string
  readonly flows: readonly Flow[]
}

/** The flows that read from a connection or write to it. */
export function ConnectionFlows({ connectionId, flows }: ConnectionFlowsProps) {
  const { t } = useLingui()
  const [isWhole, setWhole] = useState(false)
  const more = flows.length - SHOWN
  return (
    <Card
      title={<Trans>Flows</Trans>}
      description={flows.length > 0 && <Plural value={flows.length} one="# flow" other="# flows" />}
    >
      {flows.length === 0 && (
        <p className={styles['nothing']}>
          <Trans>No flow uses it yet.</Trans>
        </p>
      )}
      {flows.length > 0 && (
        <>
          <ul className={styles['list']} aria-label={t`Flows`}>
            {(isWhole ? flows : flows.slice(0, SHOWN)).map((flow) => (
              <li key={flow.id} className={classNames(styles['line'], ownStyles['flow'])}>
                <Link to="/flows/$id" params={{ id: flow.id }} className={styles['main']}>
                  {flow.name}
                </Link>
                <span className={styles['facts']}>
                  {flow.lastRun ? (
                    <RunState verdict={verdictOfRun(flow.lastRun)} hasDetail={false} />
                  ) : (
                    <Trans>never run</Trans>
                  )}
                </span>
                <span className={styles['facts']}>
                  <OtherEnd flow={flow} connectionId={connectionId} />
                </span>
                <span className={styles['when']}>
                  {flow.lastRun?.startedAt && <RelativeTime at={flow.lastRun.startedAt} />}
                </span>
              </li>
            ))}
          </ul>
          {more > 0 && !isWhole && (
            <Button size="sm" variant="ghost" className={ownStyles['more']} onClick={() => setWhole(true)}>
              <Trans>and {more} more</Trans>
            </Button>
          )}
        </>
      )}
    </Card>
  )
}

/** The connection at the other end, and which way the rows go. */
function OtherEnd({ flow, connectionId }: { readonly flow: Flow; readonly connectionId: string }) {
  const { t } = useLingui()
  const { sourceConnection: source, destinationConnection: destination } = flow
  const isRead = source?.id === connectionId
  const name = (isRead ? destination?.name : source?.name) ?? ''
  return isRead ? t`to ${name}` : t`from ${name}`
}
