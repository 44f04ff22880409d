import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ChevronDown, ChevronRight } from 'lucide'
import type { ReactNode } from 'react'

import type { FlowBundle } from '../../../core/flows/graph/flow-graph.ts'
import { verdictOfRun } from '../../../core/runs/verdict-of-run.ts'
import { classNames } from '../../kit/class-names.ts'
import { Icon } from '../../kit/icon/icon.tsx'
import { StatusDot } from '../../kit/status-dot/status-dot.tsx'
import { isRunning } from '../../queries/use-flows.ts'
import { FlowLink } from './flow-link.tsx'
import styles from './graph-cards.module.css'
import { useGraphFolds } from './graph-folds.ts'

interface FlowBundleProps {
  readonly bundle: FlowBundle
  /** Where the flows lead, for people who see it and for those who hear it. */
  readonly title: ReactNode
  readonly told: string
  /** It fills its card. */
  readonly isAlone?: boolean
}

/** Flows that have the same way, folded into their number. */
export function FlowBundleRow({ bundle, title, told, isAlone = false }: FlowBundleProps) {
  const { t } = useLingui()
  const { isOpen, toggle } = useGraphFolds()
  const open = isOpen(bundle)
  const { flows } = bundle
  const failed = flows.filter(({ lastRun }) => lastRun && verdictOfRun(lastRun).tone === 'danger').length
  const running = flows.filter(isRunning).length
  const count = t`${plural(flows.length, { one: '# flow', other: '# flows' })}`
  return (
    <div className={classNames(isAlone && styles['alone'])}>
      <button type="button" className={styles['bundle']} aria-expanded={open} onClick={() => toggle(bundle)}>
        <span className="visually-hidden">
          {[count, told, failed > 0 && t`${failed} failed`, running > 0 && t`${running} running`]
            .filter(Boolean)
            .join(', ')}
        </span>
        <Icon of={open ? ChevronDown : ChevronRight} size={14} />
        <span aria-hidden className={styles['way']}>
          {title}
        </span>
        <span aria-hidden className={styles['count']}>
          {count}
        </span>
        {running > 0 && (
          <span aria-hidden className={styles['sum']} data-tooltip={t`${running} running`}>
            <StatusDot tone="accent" isLive />
            {running}
          </span>
        )}
        {failed > 0 && (
          <span aria-hidden className={styles['sum']} data-tooltip={t`${failed} failed`}>
            <StatusDot tone="danger" />
            {failed}
          </span>
        )}
      </button>
      {open && (
        <ul className={classNames(styles['flows'], 'nowheel')} aria-label={told}>
          {flows.map((flow) => (
            <li key={flow.id}>
              <FlowLink flow={flow} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
