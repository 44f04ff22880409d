import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { monthEnd } from '../../core/budgets/month-end.ts'
import { BUDGET_KINDS, type BudgetKind } from '../../core/catalog/budgets.ts'
import { useActiveOrganization } from '../access/use-active-organization.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { useNow } from '../i18n/use-now.ts'
import { Card } from '../kit/card/card.tsx'
import { classNames } from '../kit/class-names.ts'
import { QUERY_KEYS } from '../services/query-keys.ts'
import { useServices } from '../services/services.tsx'
import { unwrap } from '../services/unwrap.ts'
import styles from './month-cost.module.css'

/** What this month has cost beside its budget, and what it will have cost; nothing where nothing costs and nothing is limited. */
export function MonthCost() {
  const { t } = useLingui()
  const { fetchBudgets } = useServices()
  const { id } = useActiveOrganization()
  const { data } = useQuery({ queryKey: QUERY_KEYS.budgets(id), queryFn: () => unwrap(fetchBudgets()), staleTime: 0 })
  const now = useNow()
  if (!data) return null
  const { budget, spent, month } = data
  const kinds = BUDGET_KINDS.filter((kind) => budget[kind] !== undefined || (kind === 'dollars' && spent.dollars > 0))
  if (kinds.length === 0) return null
  return (
    <Card
      title={<Trans>Cost this month</Trans>}
      actions={
        <Link to="/organization-settings" className={styles['all']}>
          <Trans>Budgets</Trans>
        </Link>
      }
    >
      <ul className={styles['kinds']} aria-label={t`Cost this month`}>
        {kinds.map((kind) => (
          <Spending
            key={kind}
            kind={kind}
            spent={spent[kind]}
            most={budget[kind]}
            end={monthEnd(spent[kind], month, now)}
          />
        ))}
      </ul>
    </Card>
  )
}

interface SpendingProps {
  readonly kind: BudgetKind
  readonly spent: number
  /** The budget; absent: none. */
  readonly most: number | undefined
  /** At the end of the month; absent: too early to say. */
  readonly end: number | undefined
}

function Spending({ kind, spent, most, end }: SpendingProps) {
  const { t } = useLingui()
  const { price, number } = useFormats()
  const names: Readonly<Record<BudgetKind, string>> = { dollars: t`US dollars`, rows: t`Rows`, mails: t`Mails` }
  const inWords = (amount: number) => (kind === 'dollars' ? price(amount) : number(Math.round(amount)))
  const used = inWords(spent)
  const limit = most === undefined ? undefined : inWords(most)
  const expected = end === undefined ? undefined : inWords(end)
  const isOver = most !== undefined && (spent >= most || (end !== undefined && end > most))
  const full = Math.max(most ?? 0, spent, end ?? 0, Number.MIN_VALUE)
  const place = (amount: number) => `${Math.min(100, (amount / full) * 100)}%`
  return (
    <li className={styles['kind']}>
      <span className={styles['name']}>{names[kind]}</span>
      <span>
        {limit === undefined ? (
          used
        ) : (
          <Trans>
            {used} of {limit}
          </Trans>
        )}
      </span>
      <span className={classNames(styles['end'], isOver && styles['over'])}>
        {expected === undefined ? null : isOver ? (
          <Trans>about {expected} at the end of the month, more than the budget</Trans>
        ) : (
          <Trans>about {expected} at the end of the month</Trans>
        )}
      </span>
      <span className={styles['bar']} aria-hidden>
        {end !== undefined && <span className={styles['expected']} style={{ width: place(end) }} />}
        <span className={classNames(styles['spent'], isOver && styles['much'])} style={{ width: place(spent) }} />
        {most !== undefined && <span className={styles['limit']} style={{ left: place(most) }} />}
      </span>
    </li>
  )
}
