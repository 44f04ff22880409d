import { defined } from '../../../core/catalog/defined.ts'
import type { ConnectorContext } from '../../../engine/ports/connector.ts'
import type { Refusal } from '../../../engine/ports/source.ts'
import { inspectSource } from './inspect-source.ts'
import type { OpenedConnection } from './open-endpoint.ts'

/** A table that discovery did not show, or columns of one. */
export interface AbsentTable {
  readonly entity: string
  /** None: the whole table. */
  readonly columns: readonly string[]
}

interface FoundRefusal extends Refusal {
  readonly entity: string
  /** The account as the server knows it. */
  readonly account?: string
}

/** Which of these tables and columns are absent only because the account may not read them. @throws ConnectorError, RequestError */
export function findRefusals(
  opened: OpenedConnection,
  tables: readonly AbsentTable[],
  context: ConnectorContext,
): Promise<readonly FoundRefusal[]> {
  const [first] = tables
  const wanted = { entity: first?.entity ?? '', field: 'tables' }
  return inspectSource(opened, wanted, context, async (source, _signal, accountOf) => {
    const found: FoundRefusal[] = []
    for (const { entity, columns } of tables) {
      const refusal = await source.refusal?.(entity, columns)
      const account = accountOf()
      if (refusal) found.push({ entity, ...refusal, ...defined({ account }) })
    }
    return found
  })
}
