import { defined } from '../../../../core/catalog/defined.ts'
import { RowDecoder } from '../../../formats/common-text/row-decoder.ts'
import type { CursorBounds, SourceEntity } from '../../../ports/source.ts'
import { COMMON_TEXT } from '../../../ports/value-type.ts'
import { fieldReading } from '../rows/field-reading.ts'
import { RowWriter } from '../rows/row-writer.ts'
import { ZeroDates } from '../rows/zero-dates.ts'
import { quoteIdentifier } from '../schema/quote-identifier.ts'
import { sqlName } from '../schema/table-name.ts'
import { type SnapshotQueries, whichReads } from './snapshot-queries.ts'
import { hasNoValue, isAhead, refuseCursor } from './window-condition.ts'

/** The range of a column's values in the snapshot. @throws ConnectorError */
export function cursorBounds(queries: SnapshotQueries, entity: SourceEntity, cursor: string): Promise<CursorBounds> {
  const column = refuseCursor(entity, cursor)
  const reading = fieldReading(column, COMMON_TEXT)
  const largest = `MAX(${quoteIdentifier(cursor)})`
  const expression = reading.expression.replaceAll(quoteIdentifier(cursor), () => largest)
  const writer = new RowWriter([reading], COMMON_TEXT, new ZeroDates('null'))
  const name = queries.nameOf(entity)
  return queries.asking(whichReads(entity), [name], async (session) => {
    const rows = sqlName(name)
    const [empty, ahead] = [hasNoValue(column), isAhead(column)]
    await session.read(`SELECT ${expression} FROM ${rows} WHERE NOT (${ahead}) AND NOT (${empty})`, {
      onRow: (bytes, start, end) => {
        writer.makeRoom(start, end)
        writer.add(bytes, start, end)
      },
    })
    const [found] = await session.query(
      `SELECT SUM(${empty}) AS without_value, SUM(${ahead}) AS ahead FROM ${rows} WHERE ${empty} OR ${ahead}`,
    )
    await queries.refuseExchanged(session, name)
    const [until] = new RowDecoder().push(writer.finish().frames).flat()
    return defined({
      until: until ?? undefined,
      empty: Number(found?.['without_value'] ?? 0),
      ahead: Number(found?.['ahead'] ?? 0),
    })
  })
}
