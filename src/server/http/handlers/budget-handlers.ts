import { defined } from '../../../core/catalog/defined.ts'
import { forgetAnswers } from '../../domain/budgets/make-kept-answers.ts'
import { type BudgetOverview, changeBudgets, readBudgets } from '../../domain/budgets/organization-budgets.ts'
import type { Database } from '../../store/database/database.ts'
import type { Handlers } from '../handler.ts'

interface Deps {
  readonly database: Database
}

export const budgetHandlers = ({ database }: Deps) =>
  ({
    getBudgets: async ({ member: { organizationId }, query: { flow } }) =>
      overviewToWire(await readBudgets(database, organizationId, flow)),

    forgetAnswers: async ({ member: { organizationId } }) => {
      await forgetAnswers(database, organizationId)
      return undefined
    },

    updateBudgets: async ({ member, body: { dollars = null, rows = null, mails = null } }) => {
      await changeBudgets(database, member, { dollars, rows, mails })
      return overviewToWire(await readBudgets(database, member.organizationId))
    },
  }) satisfies Partial<Handlers>

const overviewToWire = ({ flowSpent, ...overview }: BudgetOverview) => ({
  ...overview,
  ...defined({ flow_spent: flowSpent }),
})
