import { useLingui } from '@lingui/react/macro'

import { type BudgetDraft, budgetFrom, budgetUse } from '../../core/budgets/budget-draft.ts'
import type { Spent } from '../../core/budgets/budget-repository.ts'
import { BUDGET_KINDS, type Budget, type BudgetKind, MAX_BUDGET } from '../../core/catalog/budgets.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { Field } from '../kit/field/field.tsx'
import { TextInput } from '../kit/text-input/text-input.tsx'
import styles from './budget-fields.module.css'

interface BudgetFieldsProps {
  readonly draft: BudgetDraft
  /** What is saved. */
  readonly budget: Budget | undefined
  /** In this month; absent while it is not known. */
  readonly spent: Spent | undefined
  /** Whether somebody has tried to save it. */
  readonly isTried: boolean
  readonly isReadOnly: boolean
  onChange(draft: BudgetDraft): void
}

/** The limits of a month, each with what is spent of it. */
export function BudgetFields({ draft, budget, spent, isTried, isReadOnly, onChange }: BudgetFieldsProps) {
  const { t } = useLingui()
  const { price, number } = useFormats()
  const names: Readonly<Record<BudgetKind, string>> = {
    dollars: t`US dollars a month`,
    rows: t`Rows a month`,
    mails: t`Mails a month`,
  }
  const amountOf = (kind: BudgetKind, amount: number) => (kind === 'dollars' ? price(amount) : number(amount))
  const { wrong } = budgetFrom(draft)
  const problemOf = (kind: BudgetKind) => {
    if (!isTried || !wrong.includes(kind)) return undefined
    const most = amountOf(kind, MAX_BUDGET[kind])
    return kind === 'dollars' ? t`An amount up to ${most}, with at most 2 decimals` : t`A whole number up to ${most}`
  }
  const spentOf = (kind: BudgetKind) => {
    if (!spent) return undefined
    const used = amountOf(kind, spent[kind])
    const limit = budget?.[kind]
    if (limit === undefined) return t`${used} used this month`
    const most = amountOf(kind, limit)
    const use = budgetUse(spent[kind], limit)
    if (use === 'spent') return t`${used} of ${most} used this month: nothing is left`
    return use === 'nearly' ? t`${used} of ${most} used this month: nearly all` : t`${used} of ${most} used this month`
  }
  return (
    <div className={styles['fields']}>
      {BUDGET_KINDS.map((kind) => (
        <Field key={kind} label={names[kind]} hint={spentOf(kind)} error={problemOf(kind)}>
          <TextInput
            inputMode="decimal"
            autoComplete="off"
            placeholder={t`No limit`}
            readOnly={isReadOnly}
            value={draft[kind]}
            onChange={({ target }) => onChange({ ...draft, [kind]: target.value })}
          />
        </Field>
      ))}
    </div>
  )
}
