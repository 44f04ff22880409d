import { useLingui } from '@lingui/react/macro'

import type { Plan } from '../../core/billing/billing.ts'
import { PLANS } from '../../core/catalog/plans.ts'

type Words = Pick<Plan, 'name' | 'summary'>

/** One of our plans in the user's language; a plan that only the server knows is shown unchanged. */
export function usePlanWords(): (plan: Plan) => Words {
  const { t } = useLingui()
  const words: Readonly<Record<string, Words | undefined>> = {
    free: { name: t`Free`, summary: t`For trying out and small flows.` },
    team: { name: t`Team`, summary: t`For a team’s reports.` },
    business: { name: t`Business`, summary: t`For data the business runs on.` },
  }
  return (plan) => {
    const isOurs = PLANS.some(({ id, name }) => id === plan.id && name === plan.name)
    return (isOurs && words[plan.id]) || plan
  }
}
