import type { Sentence } from '../../../core/catalog/sentence.ts'
import type { ValueMend } from '../../../engine/ports/value-type.ts'
import type { SealedCredentials } from '../../vault/vault.ts'
import type { Query } from '../database/database.ts'
import { unexpired } from './rejected-rows.ts'

/** What would make a column accept a value: a change of the value, or the wider type of the column. */
export type CauseMend = ValueMend | { readonly kind: 'widen'; readonly type: string }

export interface RejectedCauseRow {
  readonly column_name: string
  readonly rule: string
  readonly rule_sentence: Sentence | null
  /** All of them, also those for which there was no room. */
  readonly rows: number
  readonly kept: number
  readonly mends: readonly { readonly mend: CauseMend; readonly rows: number }[]
  /** The commonest values; null for causes of earlier versions. */
  readonly sealed: SealedCredentials | null
}

/** Stores the counts so far, in place of earlier ones. */
export const saveRejectedCauses = (
  query: Query,
  { runId, epoch }: { readonly runId: string; readonly epoch: number },
  entity: string,
  causes: readonly RejectedCauseRow[],
): Promise<object[]> =>
  query(
    `insert into rejected_causes (organization_id, run_id, entity, column_name, rule, rule_sentence, rows, kept, mends, sealed)
     select organization_id, runs.id, $2, column_name, rule, rule_sentence, rows, kept, mends, sealed from runs, jsonb_to_recordset($3)
       as c (column_name text, rule text, rule_sentence jsonb, rows bigint, kept bigint, mends jsonb, sealed jsonb)
     where runs.id = $1 and epoch = $4
     on conflict (run_id, entity, column_name, rule) do update
       set rows = excluded.rows, kept = excluded.kept, mends = excluded.mends, sealed = excluded.sealed`,
    [runId, entity, JSON.stringify(causes), epoch],
  )

/** The causes of a stream with rows that are still kept, or were never kept; the commonest first. */
export const listRejectedCauses = (query: Query, organizationId: string, runId: string, entity: string) =>
  query<RejectedCauseRow>(
    `select * from (
       select coalesce(c.column_name, r.column_name) as column_name, coalesce(c.rule, r.rule) as rule,
         coalesce(c.rule_sentence, r.rule_sentence) as rule_sentence, coalesce(c.rows, r.rows) as rows,
         coalesce(r.rows, 0) as kept, coalesce(c.mends, '[]') as mends, c.sealed, c.kept as was_kept
       from (select column_name, rule, (array_agg(rule_sentence))[1] as rule_sentence, count(*) as rows from rejected_rows
             where organization_id = $1 and run_id = $2 and entity = $3 and ${unexpired()} group by column_name, rule) r
         full join (select * from rejected_causes where organization_id = $1 and run_id = $2 and entity = $3) c
           on c.column_name = r.column_name and c.rule = r.rule) causes
     where kept > 0 or was_kept = 0 order by rows desc, column_name, rule`,
    [organizationId, runId, entity],
  )
