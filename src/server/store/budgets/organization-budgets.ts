import type { Query } from '../database/database.ts'

export interface BudgetRow {
  readonly dollars: number | null
  readonly rows: number | null
  readonly mails: number | null
}

const NONE: BudgetRow = { dollars: null, rows: null, mails: null }

export async function findOrganizationBudget(query: Query, organizationId: string): Promise<BudgetRow> {
  const [budget] = await query<BudgetRow>(
    `select dollars::float as dollars, rows::float as rows, mails::float as mails
     from organization_budgets where organization_id = $1`,
    [organizationId],
  )
  return budget ?? NONE
}

export const saveOrganizationBudget = (query: Query, organizationId: string, { dollars, rows, mails }: BudgetRow) =>
  query(
    `insert into organization_budgets (organization_id, dollars, rows, mails) values ($1, $2, $3, $4)
     on conflict (organization_id) do update set dollars = excluded.dollars, rows = excluded.rows, mails = excluded.mails`,
    [organizationId, dollars, rows, mails],
  )
