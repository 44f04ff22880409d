import { sentence } from '../../../../core/catalog/sentence.ts'
import { ConnectorError } from '../../../ports/connector.ts'
import type { TargetRequest } from '../../../ports/target-request.ts'
import type { PostgresSession } from '../driver/postgres-session.ts'
import type { FenceKey } from '../fence/fence.ts'
import { entityName, type RelationName, sqlName } from '../schema/relation-name.ts'
import { statesTable } from './mirror-states.ts'

interface Copy {
  readonly awaits: NonNullable<TargetRequest['awaits']>
  readonly moment: string | undefined
}

/**
 * Part of the transaction that puts a copy in place: until its end, the mirror can begin nothing with the table.
 * @throws ConnectorError `COPY_NOT_AWAITED` if the mirror does not wait for this copy: it would take back what was followed since
 */
export async function requireAwaited(
  session: PostgresSession,
  { flowId, target }: FenceKey,
  { awaits, moment }: Copy,
): Promise<void> {
  const states = sqlName(statesTable(target.schema))
  const [known] = await session.query('SELECT pg_catalog.to_regclass($1) IS NOT NULL AS found', [states])
  const [row] =
    known?.['found'] === 't'
      ? await session.query(`SELECT since FROM ${states} WHERE flow_id = $1 AND target = $2 FOR SHARE`, [
          flowId,
          target.name,
        ])
      : []
  const since = row?.['since']
  if (since == null || moment === undefined) throw notAwaited(target)
  if (!awaits(moment, since)) throw tooOld(target)
}

const notAwaited = (target: RelationName) =>
  new ConnectorError({
    code: 'COPY_NOT_AWAITED',
    message: sentence`The mirror does not wait for a copy of ${entityName(target)}.`,
    hint: sentence`Nothing was changed. To copy the table again, ask for it on the page of the mirror.`,
  })

const tooOld = (target: RelationName) =>
  new ConnectorError({
    code: 'COPY_TOO_OLD',
    message: sentence`The rows of ${entityName(target)} were read too early: transactions that were open when the mirror began to wait may be missing.`,
    hint: sentence`Nothing was changed. Run again.`,
  })
