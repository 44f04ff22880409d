import { Trans, useLingui } from '@lingui/react/macro'

import type { Plan } from '../../core/billing/billing.ts'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { errorText } from '../errors/error-text.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { Badge } from '../kit/badge/badge.tsx'
import { Button } from '../kit/button/button.tsx'
import { Callout } from '../kit/callout/callout.tsx'
import { classNames } from '../kit/class-names.ts'
import styles from './billing.module.css'
import { useCheckout, usePlans } from './use-billing.ts'
import { usePlanWords } from './use-plan-words.ts'

/** The plans on offer. The cheapest needs no checkout: after a cancellation an organization has it again. */
export function PlanCards({ currentPlanId }: { currentPlanId: string | undefined }) {
  const { t, i18n } = useLingui()
  const { data: plans = [] } = usePlans()
  const { mutate: choose, isPending, variables, error } = useCheckout()
  if (plans.length === 0) return null
  return (
    <section className={styles['offer']} aria-label={t`Plans`}>
      {error && (
        <Callout tone="danger" title={<Trans>The checkout could not be opened</Trans>}>
          {errorText(i18n, error)}
        </Callout>
      )}
      <ul className={styles['plans']}>
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            isCurrent={plan.id === currentPlanId}
            isBusy={isPending && variables === plan.id}
            onChoose={() => choose(plan.id)}
          />
        ))}
      </ul>
    </section>
  )
}

interface PlanCardProps {
  readonly plan: Plan
  readonly isCurrent: boolean
  readonly isBusy: boolean
  onChoose(): void
}

function PlanCard({ plan, isCurrent, isBusy, onChoose }: PlanCardProps) {
  const { t } = useLingui()
  const { money, compact } = useFormats()
  const disabledReason = useDisabledReason('billing.write')
  const { monthlyPrice, includedRows } = plan
  const { name, summary } = usePlanWords()(plan)
  const isFree = monthlyPrice === 0
  return (
    <li className={classNames(styles['card'], isCurrent && styles['current'])}>
      <h3 className={styles['name']}>
        {name}
        {isCurrent && (
          <Badge tone="accent">
            <Trans>Current plan</Trans>
          </Badge>
        )}
      </h3>
      {monthlyPrice !== undefined && (
        <p className={styles['price']}>
          {money(monthlyPrice)}
          <span className={styles['per']}>
            <Trans>a month</Trans>
          </span>
        </p>
      )}
      {includedRows !== undefined && (
        <p className={styles['included']}>
          <Trans>{compact(includedRows)} rows a month</Trans>
        </p>
      )}
      {summary !== undefined && <p className={styles['summary']}>{summary}</p>}
      <div className={styles['choose']}>
        {!isCurrent && !isFree && (
          <Button
            variant="primary"
            isBusy={isBusy}
            disabledReason={disabledReason}
            aria-label={t`Choose ${name}`}
            onClick={onChoose}
          >
            <Trans>Choose</Trans>
          </Button>
        )}
        {!isCurrent && isFree && (
          <p className={styles['summary']}>
            <Trans>Cancel your subscription under Manage.</Trans>
          </p>
        )}
      </div>
    </li>
  )
}
