import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ExternalLink } from 'lucide'

import type { BillingAccount } from '../../core/billing/billing.ts'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { errorText } from '../errors/error-text.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { Badge } from '../kit/badge/badge.tsx'
import { Button } from '../kit/button/button.tsx'
import { Callout } from '../kit/callout/callout.tsx'
import { Card } from '../kit/card/card.tsx'
import type { Tone } from '../kit/tone.ts'
import styles from './billing.module.css'
import { UsageMeter } from './usage-meter.tsx'
import { useCustomerPortal } from './use-billing.ts'
import { usePlanWords } from './use-plan-words.ts'

/** The states of the payment provider that need attention, or mean that everything is in order. */
const TONES: Readonly<Record<string, Tone | undefined>> = {
  active: 'success',
  trialing: 'success',
  past_due: 'danger',
  unpaid: 'danger',
  incomplete: 'warning',
}

export function CurrentPlan({ account }: { account: BillingAccount }) {
  const { t, i18n } = useLingui()
  const { date } = useFormats()
  const disabledReason = useDisabledReason('billing.write')
  const { mutate: open, isPending, error } = useCustomerPortal()
  const statusName = useStatusName()
  const { plan, status, currentPeriodEnd, cancelAtPeriodEnd = false, hasCustomer, usage } = account
  const nothingToManage = hasCustomer === false ? t`Choose a plan first` : undefined
  const planWords = usePlanWords()
  const words = plan && planWords(plan)
  const until = currentPeriodEnd === undefined ? undefined : date(currentPeriodEnd)
  return (
    <Card
      title={
        <span className={styles['plan']}>
          {words ? <Trans>{words.name} plan</Trans> : <Trans>Payments</Trans>}
          {status !== undefined && <Badge tone={TONES[status] ?? 'neutral'}>{statusName(status)}</Badge>}
        </span>
      }
      description={
        until === undefined ? (
          words === undefined && <Trans>Plan, cards and invoices.</Trans>
        ) : cancelAtPeriodEnd ? (
          <Trans>Ends on {until}, then the free plan.</Trans>
        ) : (
          <Trans>Renews on {until}.</Trans>
        )
      }
      actions={
        <Button
          icon={ExternalLink}
          isBusy={isPending}
          disabledReason={disabledReason ?? nothingToManage}
          onClick={() => open()}
        >
          <Trans>Manage</Trans>
        </Button>
      }
    >
      {usage && (
        <>
          <UsageMeter rows={usage.rowsWritten} includedRows={plan?.includedRows} since={usage.since} />
          <p className={styles['facts']}>
            <Plural value={usage.runs} one="# run" other="# runs" /> ·{' '}
            <Plural value={usage.members} one="# member" other="# members" />
          </p>
          <p className={styles['rule']}>
            <Trans>Without dry runs and failed tables.</Trans>
          </p>
        </>
      )}
      {error && (
        <Callout tone="danger" title={<Trans>The customer portal could not be opened</Trans>}>
          {errorText(i18n, error)}
        </Callout>
      )}
    </Card>
  )
}

/** The states of a subscription as text; a state that only the provider knows is shown unchanged. */
function useStatusName(): (status: string) => string {
  const { t } = useLingui()
  const names: Readonly<Record<string, string | undefined>> = {
    active: t`Active`,
    trialing: t`Trial`,
    past_due: t`Payment overdue`,
    unpaid: t`Unpaid`,
    incomplete: t`Payment incomplete`,
    canceled: t`Cancelled`,
  }
  return (status) => names[status] ?? status
}
