import type { PredictedRefusal } from '../../../core/catalog/budgets.ts'
import type { SideEstimate } from '../../../engine/ports/estimate.ts'
import type { Query } from '../database/database.ts'

/** What the rows that a dry run has counted would cost the destination, and why a run would not begin, if that is so. */
export interface StoredEstimate extends SideEstimate {
  readonly refusal?: PredictedRefusal
}

/** Nothing for a run that another attempt has taken over. */
export const saveRunEstimate = (
  query: Query,
  { runId, epoch }: { readonly runId: string; readonly epoch: number },
  destination: StoredEstimate,
): Promise<object[]> =>
  query(
    `insert into run_estimates (organization_id, run_id, destination)
     select organization_id, id, $3 from runs where id = $1 and epoch = $2
     on conflict (run_id) do update set destination = excluded.destination`,
    [runId, epoch, destination],
  )

/** What a dry run has found out, and what it has paid itself. */
export interface RunEstimateRow {
  readonly destination: StoredEstimate | null
  readonly dollars: number | null
}

/** @returns nothing if there is no such run */
export async function findRunEstimate(
  query: Query,
  organizationId: string,
  runId: string,
): Promise<RunEstimateRow | undefined> {
  const [found] = await query<RunEstimateRow>(
    `select destination, dollars::float as dollars from runs
     left join run_estimates on run_estimates.run_id = runs.id left join run_spending on run_spending.run_id = runs.id
     where runs.organization_id = $1 and runs.id = $2`,
    [organizationId, runId],
  )
  return found
}
