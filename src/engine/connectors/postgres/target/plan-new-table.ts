import { ignoredColumns } from '../../shared/ignored-columns.ts'
import { isUniqueAtSource } from '../../shared/row-key.ts'
import { createdNote } from '../../shared/target-notes.ts'
import { baseTypeOf } from '../schema/base-type.ts'
import { ignoredBy } from '../schema/ignored-by.ts'
import { entityName, sqlName } from '../schema/relation-name.ts'
import { createStatement, createStrategy } from '../write/create-strategy.ts'
import { planGivingWay } from '../write/taken-name.ts'
import { upsertStrategy } from '../write/upsert-strategy.ts'
import { checkCurrency } from './check-currency.ts'
import { checkTypes, lackingNotes } from './check-types.ts'
import { limitFor } from './column-limits.ts'
import type { Write, WritePlan } from './plan-write.ts'
import { madeColumn, markOf, mayMissValues, namedType, namesOfRespelled } from './planned-columns.ts'

/** How rows are written to a table that does not exist yet. @throws ConnectorError */
export async function planNewTable({
  session,
  request,
  target,
  surveyed,
  columns,
  stagingName,
  key,
}: Write): Promise<WritePlan> {
  const { taker, knownTypes } = surveyed
  const lacking = await checkTypes(session, { columns, known: knownTypes, tableIsNew: true })
  const givingWay = taker && (await planGivingWay(session, target, taker, request))
  const stored = columns.filter(({ expression }) => expression === undefined)
  const written = stored.map(({ name }) => name)
  const nativeText = namesOfRespelled(columns)
  const plan = {
    written,
    columns: columns.map((column) => madeColumn(column)),
    after: columns.map(namedType),
    notes: [
      createdNote(entityName(target), request),
      ...lackingNotes(lacking, request),
      ...checkCurrency(columns, session.currency, entityName(target)),
      ...(givingWay?.notes ?? []),
    ],
    isNew: true,
    isExact: request.computed === undefined && !(request.checksValues && mayMissValues(columns, key)),
    nativeText,
    types: stored.map(({ type }) => type),
    reshaped: [],
    unsigned: [],
    ignores: ignoredColumns(stored, ignoredBy),
    limits: stored.map((column) =>
      limitFor(
        column.name,
        baseTypeOf(column),
        column.nullable && column.keyPosition === undefined && !key.includes(column.name),
        nativeText,
      ),
    ),
    lacking,
    widening: '',
    givingWay: givingWay?.statements ?? [],
  }
  if (request.mode !== 'upsert') return { ...plan, strategy: createStrategy(target, columns, stagingName) }
  const create = createStatement(sqlName(target), [...columns, ...markOf(request)])
  const widening = { added: [], retyped: [] }
  const isUnique = isUniqueAtSource(request.columns, key)
  const none = { apart: [], identityAlways: [], respelled: [], merged: [] }
  const options = { ...none, columns: written, key, isUnique, create, widening }
  return { ...plan, strategy: upsertStrategy(target, stagingName, options) }
}
