import { Plural } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

import type { FlowProblem } from '../../core/dashboard/dashboard.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { useServerText } from '../i18n/use-server-text.ts'
import { StatusDot } from '../kit/status-dot/status-dot.tsx'
import { FixLink } from '../runs/trouble/fix-link.tsx'
import styles from './overview-list.module.css'

/** Flows that fail for the same reason: the reason, where to fix it, and the flows. */
export function ProblemGroup({ problem: { error, flows } }: { readonly problem: FlowProblem }) {
  const { number } = useFormats()
  const serverText = useServerText()
  const [first] = flows
  if (!first) return null
  return (
    <li className={styles['item']}>
      <StatusDot tone="danger" />
      <strong>
        <Plural value={flows.length} one={`${number(1)} flow fails`} other={`${number(flows.length)} flows fail`} />
      </strong>
      <span className={styles['what']}>{serverText.message(error)}</span>
      <FixLink error={error} run={first} />
      <ul className={styles['flows']}>
        {flows.map(({ flowId, flowName }) => (
          <li key={flowId} className={styles['name']}>
            <Link to="/flows/$id" params={{ id: flowId }}>
              {flowName}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  )
}
