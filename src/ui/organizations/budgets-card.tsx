import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { budgetFrom, draftOf } from '../../core/budgets/budget-draft.ts'
import type { BudgetOverview } from '../../core/budgets/budget-repository.ts'
import type { Budget } from '../../core/catalog/budgets.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { useDisabledReason } from '../access/use-disabled-reason.ts'
import { BudgetFields } from '../costs/budget-fields.tsx'
import { Button } from '../kit/button/button.tsx'
import { Card } from '../kit/card/card.tsx'
import { Stack } from '../kit/page/page.tsx'
import { Skeleton } from '../kit/skeleton/skeleton.tsx'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'
import { SettingChange } from './setting-change.tsx'

/** What all flows together may spend in a month; nothing on a server without budgets. */
export function BudgetsCard() {
  const { fetchBudgets } = useServices()
  const { id } = useActiveOrganization()
  const { data, isPending } = useQuery({
    queryKey: QUERY_KEYS.budgets(id),
    queryFn: () => unwrap(fetchBudgets()),
    staleTime: 0,
  })
  if (!data && !isPending) return null
  return (
    <Card
      title={<Trans>Budgets</Trans>}
      description={
        <Trans>For all flows, per calendar month (UTC). Alerts at 80 %; runs stop before exceeding it.</Trans>
      }
    >
      {data ? <BudgetForm key={id} overview={data} /> : <Skeleton height="8.29rem" />}
      <SettingChange of="budgets" />
    </Card>
  )
}

function BudgetForm({ overview: { budget, spent } }: { readonly overview: BudgetOverview }) {
  const { t } = useLingui()
  const { updateBudgets } = useServices()
  const queryClient = useQueryClient()
  const { id } = useActiveOrganization()
  const disabledReason = useDisabledReason('organization.update')
  const [draft, setDraft] = useState(() => draftOf(budget))
  const [isTried, setTried] = useState(false)
  const { mutate: save, isPending } = useMutation({
    mutationFn: (changed: Budget) => unwrap(updateBudgets(changed)),
    onSuccess: (saved) => {
      queryClient.setQueryData(QUERY_KEYS.budgets(id), saved)
      setDraft(draftOf(saved.budget))
      setTried(false)
    },
  })
  const isSame = JSON.stringify(draft) === JSON.stringify(draftOf(budget))
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        const wanted = budgetFrom(draft)
        if (wanted.wrong.length === 0) save(wanted.budget)
      }}
    >
      <Stack>
        <BudgetFields
          {...{ draft, budget, spent, isTried }}
          isReadOnly={disabledReason !== undefined}
          onChange={setDraft}
        />
        <div>
          <Button
            type="submit"
            variant="primary"
            isBusy={isPending}
            disabledReason={disabledReason ?? (isSame ? t`Nothing has changed` : undefined)}
          >
            <Trans>Save budgets</Trans>
          </Button>
        </div>
      </Stack>
    </form>
  )
}
