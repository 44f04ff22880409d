import { defined } from '../../../../core/catalog/defined.ts'
import type { Pushdown } from '../../../ports/pushdown.ts'
import type { PushdownAnswer, ReadRequest } from '../../../ports/source.ts'
import { sqlName } from '../schema/table-name.ts'
import { countStatement, pushedSelect } from './pushdown-select.ts'
import { whereOf } from './read-conditions.ts'
import type { SnapshotQueries } from './snapshot-queries.ts'

/** Whether the server runs these steps, after it has looked for values that only the engine can judge. @throws ConnectorError */
export async function acceptPushdown(
  queries: SnapshotQueries,
  { entity, window }: Pick<ReadRequest, 'entity' | 'window'>,
  steps: Pushdown,
): Promise<PushdownAnswer | undefined> {
  const pushed = pushedSelect(entity, steps)
  if (!pushed) return undefined
  if (pushed.where.length + pushed.outside.length === 0) return {}
  const rows = `${sqlName(queries.nameOf(entity))}${whereOf(entity, defined({ window }))}`
  const [counted] = await queries.query(entity, countStatement(rows, pushed))
  return counted?.['outside'] === '0' ? { rows: Number(counted['found']) } : undefined
}
