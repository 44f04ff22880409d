import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { budgetFrom, draftOf, withBudget } from '../../../core/budgets/budget-draft.ts'
import type { Flow, FlowConfig } from '../../../core/flows/flow.ts'
import { useActiveOrganization } from '../../access/use-active-organization.ts'
import { BudgetFields } from '../../costs/budget-fields.tsx'
import { errorText } from '../../errors/error-text.ts'
import { ChangedBy } from '../../i18n/changed-by.tsx'
import { Callout } from '../../kit/callout/callout.tsx'
import { FormDialog } from '../../kit/form-dialog/form-dialog.tsx'
import { useFlowSettingChange } from '../../queries/use-flow-setting-change.ts'
import { useWriteDisabledReason } from '../../queries/use-write-disabled-reason.ts'
import { QUERY_KEYS } from '../../services/query-keys.ts'
import { useServices } from '../../services/services.tsx'
import { unwrap } from '../../services/unwrap.ts'
import styles from './cost-dialog.module.css'
import { FlowEstimateView } from './flow-estimate-view.tsx'

interface CostDialogProps {
  readonly flow: Flow
  readonly isBusy?: boolean
  /** The reason why it could not be saved. */
  readonly error?: unknown
  onSave(config: FlowConfig): void
  onClose(): void
}

/** What a run of the flow would cost, and what the flow may spend in a month. */
export function CostDialog({ flow, isBusy = false, error, onSave, onClose }: CostDialogProps) {
  const { t, i18n } = useLingui()
  const disabledReason = useWriteDisabledReason(flow)
  const { fetchBudgets } = useServices()
  const { id: organizationId } = useActiveOrganization()
  const { config, id } = flow
  const change = useFlowSettingChange(id, 'budget', config.budget !== undefined)
  const [draft, setDraft] = useState(() => draftOf(config.budget))
  const [isTried, setTried] = useState(false)
  const { data } = useQuery({
    queryKey: QUERY_KEYS.flowBudgets(organizationId, id),
    queryFn: () => unwrap(fetchBudgets(id)),
    enabled: id !== '',
    retry: false,
    // Runs spend meanwhile.
    staleTime: 0,
  })
  const save = () => {
    setTried(true)
    const { budget, wrong } = budgetFrom(draft)
    if (wrong.length === 0) onSave(withBudget(config, budget))
  }
  return (
    <FormDialog
      size="lg"
      title={<Trans>Cost and budget</Trans>}
      description={flow.name}
      submitLabel={<Trans>Save</Trans>}
      disabledReason={disabledReason}
      isBusy={isBusy}
      onSubmit={save}
      onClose={onClose}
    >
      <FlowEstimateView flow={flow} />
      <fieldset className={styles['budget']}>
        <legend>
          <Trans>Budget of this flow</Trans>
        </legend>
        <p className={styles['hint']}>
          <Trans>Per calendar month (UTC). Alerts at 80 %; runs stop before exceeding it.</Trans>
        </p>
        <BudgetFields
          {...{ draft, isTried }}
          budget={config.budget}
          spent={data?.flowSpent}
          isReadOnly={disabledReason !== undefined}
          onChange={setDraft}
        />
        {change && <ChangedBy at={change.savedAt} by={change.savedBy} />}
      </fieldset>
      {config.budget?.rows !== undefined && (
        <Callout>
          <Trans>With a limit, large tables take longer.</Trans>
        </Callout>
      )}
      {error !== undefined && error !== null && (
        <Callout tone="danger">{errorText(i18n, error) ?? t`It could not be saved.`}</Callout>
      )}
    </FormDialog>
  )
}
