import { Plural, Trans } from '@lingui/react/macro'

import { flowHealth } from '../../core/dashboard/flow-health.ts'
import type { Flow } from '../../core/flows/flow.ts'
import { RelativeTime } from '../i18n/relative-time.tsx'
import { useFormats } from '../i18n/use-formats.ts'
import { StatusDot } from '../kit/status-dot/status-dot.tsx'
import styles from './home-answer.module.css'

/** Whether all is well, in a line. */
export function HomeAnswer({ flows }: { readonly flows: readonly Flow[] }) {
  const { number } = useFormats()
  const { all, fresh, failed, partlySucceeded, late, failedAt } = flowHealth(flows)
  if (all === 0) return <Trans>No flow has run yet.</Trans>
  const rest = [
    failed > 0 && failedAt !== undefined && (
      <span key="failed">
        {failed === 1 ? (
          <Trans>
            1 failed <RelativeTime at={failedAt} />.
          </Trans>
        ) : (
          <Trans>
            {number(failed)} failed, the last <RelativeTime at={failedAt} />.
          </Trans>
        )}
      </span>
    ),
    failed > 0 && failedAt === undefined && <Plural key="failed" value={failed} one="# failed." other="# failed." />,
    partlySucceeded > 0 && (
      <Plural key="partly" value={partlySucceeded} one="# partly succeeded." other="# partly succeeded." />
    ),
    late > 0 && <Plural key="late" value={late} one="# is late." other="# are late." />,
  ].filter((sentence) => sentence !== false)
  return (
    <span className={styles['answer']}>
      <StatusDot tone={failed > 0 ? 'danger' : rest.length > 0 ? 'warning' : 'success'} />
      <span>
        <strong className={styles['first']}>
          {fresh < all ? (
            <Trans>
              {number(fresh)} of {number(all)} flows are fresh.
            </Trans>
          ) : (
            <Plural value={all} one="The flow is fresh." other={`All ${number(all)} flows are fresh.`} />
          )}
        </strong>
        {rest.map((sentence) => (
          <span key={sentence.key}> {sentence}</span>
        ))}
      </span>
    </span>
  )
}
