import type { LogPosition } from '../../ports/change-source.ts'
import type { MirrorTables } from './mirror-tables.ts'
import { literal, literalOrNull } from './string-literal.ts'

/** What a batch does with one table of the dataset. */
export interface ScriptPart {
  readonly statements: readonly string[]
  readonly count?: string | undefined
  /** As `project.dataset.table`: what it changes. Absent: tables of our own. */
  readonly path?: string
}

export interface CommitScript {
  readonly tables: MirrorTables
  readonly epoch: bigint
  readonly from: LogPosition | undefined
  readonly to: LogPosition | undefined
  /** How long the mirror counts as alive without another commit, in seconds. */
  readonly aliveSeconds: number
  readonly parts: readonly ScriptPart[]
}

/** What the script says when another attempt may write, or the place in the log is another one. */
export const FENCED = 'millrace: fenced'

/** What the script says of an error: the number of its part, from 1, and BigQuery's words. */
export const FAILURE = /millrace: part (\d+): ([\s\S]*)/

/**
 * One transaction with the changes of all tables and the place in the log: a batch that comes again finds another place there, and changes nothing.
 * Its answer is one row with the counts of the parts, as a JSON list of JSON texts. It says itself which part has failed, because the place of
 * an error in a script is only a text. Source: cloud.google.com/bigquery/docs/transactions
 */
export function commitScript({ tables, epoch, from, to, aliveSeconds, parts }: CommitScript): string {
  const lines = parts.flatMap(({ statements, count }, at) => [
    `SET millrace_part = ${at + 1}`,
    `SET millrace_counts = ARRAY_CONCAT(millrace_counts, [${count === undefined ? "''" : `(${count})`}])`,
    ...statements,
  ])
  return [
    'DECLARE millrace_part INT64 DEFAULT 0',
    'DECLARE millrace_counts ARRAY<STRING> DEFAULT []',
    'DECLARE millrace_failure STRING',
    'BEGIN\nBEGIN TRANSACTION',
    `UPDATE ${tables.position} SET position = ${literalOrNull(to)}, alive_until = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL ${aliveSeconds} SECOND) WHERE epoch = ${epoch} AND position IS NOT DISTINCT FROM ${from === undefined ? 'CAST(NULL AS STRING)' : literal(from)}`,
    `IF @@row_count <> 1 THEN\nRAISE USING MESSAGE = '${FENCED}'`,
    'END IF',
    ...lines,
    'COMMIT TRANSACTION',
    'EXCEPTION WHEN ERROR THEN\nSET millrace_failure = @@error.message',
    'BEGIN\nROLLBACK TRANSACTION',
    'EXCEPTION WHEN ERROR THEN\nSELECT 1',
    'END',
    "RAISE USING MESSAGE = FORMAT('millrace: part %d: %s', millrace_part, millrace_failure)",
    'END',
    'SELECT TO_JSON_STRING(millrace_counts)',
  ].join(';\n')
}
