import type { BudgetKind } from '../../../core/catalog/budgets.ts'
import type { Query } from '../database/database.ts'

/** The calendar month in UTC. */
const MONTH = `date_trunc('month', now() at time zone 'UTC')::date`

/** Whose spending counts: the organization's always, and a flow's if it is one that spends. */
export interface Spender {
  readonly organizationId: string
  readonly flowId: string | undefined
  readonly runId: string | undefined
}

export interface Reservation extends Spender {
  readonly kind: BudgetKind
  readonly amount: number
  /** The flow's budget; the organization's is read by the statement. */
  readonly flowLimit: number | undefined
}

/** The spending of an organization or of a flow after a change. */
export interface SpentRow {
  readonly scope_id: string
  readonly spent: number
  /** Null: without a limit. */
  readonly most: number | null
}

/**
 * Adds to the spending of the organization and of the flow what fits their budgets. One statement decides, and its rows stay locked until the
 * transaction ends: of two runs at the same time, the second sees what the first has reserved.
 * @returns a row for each that had room. With fewer rows than spenders, the caller must roll back.
 */
export const reserveSpending = (
  query: Query,
  { organizationId, flowId, kind, amount, flowLimit }: Reservation,
): Promise<SpentRow[]> =>
  query<SpentRow>(
    `with scopes as (
       select $1::uuid as scope_id, (select ${kind} from organization_budgets where organization_id = $1) as most, 0 as ordinal
       union all select $2::uuid, $4::numeric, 1 where $2::uuid is not null)
     insert into spending (organization_id, scope_id, month, ${kind})
     select $1, scope_id, ${MONTH}, $3::numeric from scopes where most is null or $3::numeric <= most order by ordinal
     on conflict (organization_id, scope_id, month) do update set ${kind} = spending.${kind} + excluded.${kind}
     where coalesce(spending.${kind} + excluded.${kind} <= case when excluded.scope_id = $1
       then (select ${kind} from organization_budgets where organization_id = $1) else $4::numeric end, true)
     returning scope_id, ${kind}::float as spent, (case when scope_id = $1
       then (select ${kind} from organization_budgets where organization_id = $1) else $4::numeric end)::float as most`,
    [organizationId, flowId ?? null, amount, flowLimit ?? null],
  )

/** Adds to the spending, or takes away from it, whatever the budgets are. */
export const changeSpending = (query: Query, { organizationId, flowId, kind, amount, flowLimit }: Reservation) =>
  query<SpentRow>(
    `insert into spending (organization_id, scope_id, month, ${kind})
     select $1, scope_id, ${MONTH}, greatest($3::numeric, 0) from unnest(array[$1, $2]::uuid[]) with ordinality scopes (scope_id, ordinal)
     where scope_id is not null order by ordinal
     on conflict (organization_id, scope_id, month) do update set ${kind} = greatest(spending.${kind} + $3::numeric, 0)
     returning scope_id, ${kind}::float as spent, (case when scope_id = $1
       then (select ${kind} from organization_budgets where organization_id = $1) else $4::numeric end)::float as most`,
    [organizationId, flowId ?? null, amount, flowLimit ?? null],
  )

export const changeRunSpending = (
  query: Query,
  { organizationId, runId, kind, amount }: Pick<Reservation, 'organizationId' | 'runId' | 'kind' | 'amount'>,
): Promise<object[]> =>
  query(
    `insert into run_spending (organization_id, run_id, ${kind}) select $1, id, $3::numeric from runs where id = $2
     on conflict (run_id) do update set ${kind} = run_spending.${kind} + $3::numeric`,
    [organizationId, runId ?? null, amount],
  )

/** How many rows of a run are counted, and how many it has written that stay. */
export async function findRowsOfRun(query: Query, runId: string): Promise<{ counted: number; written: number }> {
  const [rows] = await query<{ counted: number; written: number }>(
    `select coalesce((select rows from run_spending where run_id = $1), 0)::float as counted,
       (select coalesce(sum(rows_written), 0) from usage_entries where run_id = $1)::float as written`,
    [runId],
  )
  return rows ?? { counted: 0, written: 0 }
}

/** Notes that a warning about a budget is sent. @returns whether it was not sent before, about the same limit in the same month */
export async function recordWarning(
  query: Query,
  organizationId: string,
  { scopeId, kind, most }: { readonly scopeId: string; readonly kind: BudgetKind; readonly most: number },
): Promise<boolean> {
  const noted = await query(
    `update spending set warned = warned || jsonb_build_object($3::text, $4::float)
     where organization_id = $1 and scope_id = $2 and month = ${MONTH} and (warned->>$3)::float is distinct from $4::float returning 1 as noted`,
    [organizationId, scopeId, kind, most],
  )
  return noted.length > 0
}

export interface SpendingRow {
  readonly scope_id: string
  readonly dollars: number
  readonly rows: number
  readonly mails: number
}

/** This month's spending of the organization and of a flow; nothing for one that has not spent anything. */
export const listSpending = (
  query: Query,
  organizationId: string,
  flowId: string | undefined,
): Promise<SpendingRow[]> =>
  query<SpendingRow>(
    `select scope_id, dollars::float as dollars, rows::float as rows, mails::float as mails
     from spending where organization_id = $1 and month = ${MONTH} and scope_id = any(array[$1, $2]::uuid[])`,
    [organizationId, flowId ?? null],
  )

/** What the flow's latest run that succeeded has paid; nothing if none has. */
export async function findDollarsOfLastRun(query: Query, flowId: string): Promise<number | undefined> {
  const [last] = await query<{ dollars: number }>(
    `select dollars::float as dollars from runs join run_spending on run_id = id
     where flow_id = $1 and status = 'succeeded' and flow_snapshot->'backfill' is null and flow_snapshot->'only' is null
       and dollars > 0 order by queued_at desc limit 1`,
    [flowId],
  )
  return last?.dollars
}

/** A year is kept, so that months can be compared. */
export const expireSpending = (query: Query): Promise<object[]> =>
  query(`delete from spending where month < now() - interval '13 months'`)

/** The first day of the calendar month in UTC. */
export async function findThisMonth(query: Query): Promise<string> {
  const [row] = await query<{ month: string }>(`select ${MONTH}::text as month`)
  return row?.month ?? ''
}

export interface SpentDayRow {
  /** A day in UTC, as 2026-01-31. */
  readonly day: string
  readonly dollars: number
  readonly rows: number
  readonly mails: number
}

/** What the runs of a flow that began this month have spent, day by day; days without a run are left out. */
export const listSpendingByDay = (query: Query, flowId: string): Promise<SpentDayRow[]> =>
  query<SpentDayRow>(
    `select day::text as day, dollars, rows, mails from (
       select (queued_at at time zone 'UTC')::date as day, coalesce(sum(dollars), 0)::float as dollars,
         coalesce(sum(rows), 0)::float as rows, coalesce(sum(mails), 0)::float as mails
       from runs join run_spending on run_id = id
       where flow_id = $1 and queued_at >= ${MONTH}::timestamp at time zone 'UTC' group by 1) days order by day`,
    [flowId],
  )
