import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide'
import type { ReactNode } from 'react'

import { type Connection, isDestination, isSource } from '../../core/connections/connection.ts'
import type { Flow } from '../../core/flows/flow.ts'
import { Button } from '../kit/button/button.tsx'
import { Card } from '../kit/card/card.tsx'
import { classNames } from '../kit/class-names.ts'
import { Icon } from '../kit/icon/icon.tsx'
import { SampleDataButton } from '../sample-data/sample-data-button.tsx'
import { useStandIns } from '../sample-data/use-stand-ins.ts'
import styles from './getting-started.module.css'
import { TourButton } from './tour/tour-button.tsx'

interface Step {
  readonly name: string
  readonly title: ReactNode
  readonly text: ReactNode
  readonly isDone: boolean
  readonly action: ReactNode
}

/** The steps to the first moved rows; hidden after the last one. */
export function GettingStarted({ connections, flows }: { connections: readonly Connection[]; flows: readonly Flow[] }) {
  const { t } = useLingui()
  const newest = flows[0]
  const standIns = useStandIns()
  const steps: readonly Step[] = [
    {
      name: 'source',
      title: <Trans>Add a source</Trans>,
      text: (
        <>
          <Trans>Where your data is now.</Trans>{' '}
          {standIns.data && standIns.data.types.size > 0 && (
            <Trans>Without an account, try a type with a stand-in on this machine.</Trans>
          )}
        </>
      ),
      isDone: connections.some(isSource),
      action: (
        <Link to="/sources" search={{ dialog: 'add' }}>
          <Trans>Add source</Trans>
        </Link>
      ),
    },
    {
      name: 'destination',
      title: <Trans>Add a destination</Trans>,
      text: <Trans>Where it should go.</Trans>,
      isDone: connections.some(isDestination),
      action: (
        <Link to="/destinations" search={{ dialog: 'add' }}>
          <Trans>Add destination</Trans>
        </Link>
      ),
    },
    {
      name: 'flow',
      title: <Trans>Create a flow between them</Trans>,
      text: <Trans>Choose the tables to move.</Trans>,
      isDone: flows.length > 0,
      action: (
        <Link to="/flows" search={{ dialog: 'add' }}>
          <Trans>New flow</Trans>
        </Link>
      ),
    },
    {
      name: 'run',
      title: <Trans>Run it</Trans>,
      text: <Trans>And watch the rows arrive.</Trans>,
      isDone: flows.some(({ lastRun }) => lastRun !== undefined),
      action: newest && (
        <Link to="/floweditor/$id" params={{ id: newest.id }}>
          <Trans>Open {newest.name}</Trans>
        </Link>
      ),
    },
  ]
  if (steps.every(({ isDone }) => isDone)) return null
  const next = steps.findIndex(({ isDone }) => !isDone)

  return (
    <Card
      title={<Trans>Getting started</Trans>}
      description={<Trans>Four steps to your first moved rows. Or look around with sample data first.</Trans>}
      actions={
        <>
          <TourButton />
          {flows.length === 0 && <SampleDataButton />}
        </>
      }
    >
      <ol className={styles['steps']} aria-label={t`Getting started`}>
        {steps.map(({ name, title, text, isDone, action }, index) => (
          <li key={name} className={classNames(styles['step'], isDone && styles['done'])}>
            <span className={styles['mark']}>
              {isDone ? <Icon of={Check} size={14} strokeWidth={2.75} label={t`Done`} /> : index + 1}
            </span>
            <div className={styles['words']}>
              <p className={styles['title']}>{title}</p>
              <p className={styles['text']}>{text}</p>
              {index === next && action && (
                <Button asChild size="sm" variant="primary" className={styles['action']}>
                  {action}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}
