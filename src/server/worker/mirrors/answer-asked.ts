import type { MirroredTableAction } from '../../../core/catalog/mirrors/mirror-states.ts'
import { ConnectorError } from '../../../engine/ports/connector.ts'
import type { MirrorControl } from '../../../engine/ports/mirror-control.ts'
import type { Database } from '../../store/database/database.ts'
import { answerAskedTable, listAskedTables } from '../../store/mirrors/mirror-leases.ts'
import type { MirrorProofs } from './mirror-proofs.ts'

const METHODS = { pause: 'pause', resume: 'resume', copy: 'copyAgain' } as const satisfies Readonly<
  Record<MirroredTableAction, keyof MirrorControl>
>

/** Does what people have asked for single tables. */
export async function answerAsked(
  database: Database,
  flowId: string,
  { control, proofs }: { readonly control: MirrorControl; readonly proofs: Pick<MirrorProofs, 'ask'> },
): Promise<void> {
  for (const { entity, asked, is_proof_asked } of await database.asSystem((query) => listAskedTables(query, flowId))) {
    if (is_proof_asked) proofs.ask(entity)
    if (!asked) continue
    await control[METHODS[asked]](entity).catch((error: unknown) => {
      // The table stays paused, and its problem is told by an event.
      if (!(error instanceof ConnectorError)) throw error
    })
    await database.asSystem((query) => answerAskedTable(query, flowId, { entity, asked }))
  }
}
