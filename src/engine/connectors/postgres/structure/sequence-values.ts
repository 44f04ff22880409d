import { defined } from '../../../../core/catalog/defined.ts'
import type { AdvancedNumbers, NumberedPart } from '../../../ports/structure-builder.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { sequenceOf, tableOf } from './part-statements.ts'

/**
 * The next number is beyond those that the source has given and beyond the rows that have arrived, and never one that this sequence has given.
 * A sequence that gives no number twice would fail at the first row otherwise.
 * @returns nothing if there is no such sequence
 */
export async function advanceSequence(
  session: PostgresSession,
  part: NumberedPart,
): Promise<AdvancedNumbers | undefined> {
  const { table, name, rules } = part
  const own = await ownSequence(session, part)
  if (own === undefined) return undefined
  const isUp = BigInt(rules.increment) > 0n
  const [row] = await session.query(
    `SELECT s.seqmin::text AS least, s.seqmax::text AS largest, pg_catalog.pg_sequence_last_value(s.seqrelid)::text AS given,
       (SELECT pg_catalog.${isUp ? 'max' : 'min'}(${quoteIdentifier(name)})::text FROM ${tableOf(table)}) AS used
     FROM pg_catalog.pg_sequence s WHERE s.seqrelid = pg_catalog.to_regclass($1)`,
    [own],
  )
  if (!row) return undefined
  const given = numberOf(row['given'])
  const reached = [given, numberOf(rules.last), rules.cycles ? undefined : numberOf(row['used'])]
  const furthest = reached.reduce((far, value) => {
    if (value === undefined || far === undefined) return far ?? value
    return isUp === value > far ? value : far
  }, undefined)
  const [least, largest] = [numberOf(row['least']), numberOf(row['largest'])]
  const before = given === undefined ? undefined : String(given)
  const unchanged = { table, column: name, ...defined({ before, last: before }) }
  if (furthest === undefined || furthest === given || least === undefined || largest === undefined) return unchanged
  // Rows may have numbers that no sequence has given.
  if (furthest < least) return unchanged
  const last = String(atMost(furthest, largest))
  await session.query('SELECT pg_catalog.setval(pg_catalog.to_regclass($1), $2)', [own, last])
  return { ...unchanged, last }
}

async function ownSequence(
  session: PostgresSession,
  { kind, table, name, sequence }: NumberedPart,
): Promise<string | undefined> {
  if (kind === 'sequence') return sequence && sequenceOf(sequence, table)
  const [row] = await session.query('SELECT pg_catalog.pg_get_serial_sequence($1, $2) AS own', [tableOf(table), name])
  return row?.['own'] ?? undefined
}

/** Numbers of rows may be of any type, also with a fraction. */
function numberOf(text: string | null | undefined): bigint | undefined {
  return text != null && /^-?\d+$/.test(text) ? BigInt(text) : undefined
}

function atMost(value: bigint, limit: bigint): bigint {
  if (value > limit) return limit
  return value
}
