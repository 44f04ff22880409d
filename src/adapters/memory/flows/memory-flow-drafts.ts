import type { AuditChange } from '../../../core/audit/audit-event.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { flowDifference } from '../../../core/flows/drafts/flow-difference.ts'
import { sameValue } from '../../../core/flows/drafts/same-value.ts'
import type { EditedFlow, Flow, FlowChange } from '../../../core/flows/flow.ts'

const SOMEBODY = { uid: 'grace@example.com', name: 'Grace' }

/** The drafts of flows, as a server keeps them: those of a flow with a schedule wait until they are published. */
export class MemoryFlowDrafts {
  readonly #drafts = new Map<string, Flow>()

  editedOf(flow: Flow): EditedFlow {
    if (flow.edition === undefined) return flow
    const draft = this.#drafts.get(flow.id)
    const { config, sourceConnection, destinationConnection } = draft ?? flow
    const edited = { ...flow, config, ...defined({ sourceConnection, destinationConnection }) }
    return {
      ...edited,
      draftChanges: changesOf(flow, edited),
      publishesAtOnce: !isGathered(flow),
      changedBy: SOMEBODY,
    }
  }

  save(flow: Flow, change: FlowChange): { readonly published: Flow; readonly isVersion: boolean } {
    const edited: Flow = { ...this.editedOf(flow), ...change }
    const next = { ...flow, edition: (flow.edition ?? 0) + 1 }
    if (!isGathered(flow))
      return { published: { ...next, ...change, version: (flow.version ?? 0) + 1 }, isVersion: true }
    const { schedule, after, budget } = edited.config
    const { name, enabled } = edited
    const config = { ...flow.config, ...defined({ schedule, after, budget }) }
    const published = { ...next, name, enabled, config }
    const changes = changesOf(published, edited)
    if (changes.length === 0) return { published: this.discard(published), isVersion: false }
    this.#drafts.set(flow.id, edited)
    const draft = { changes: changes.length, updatedAt: '2026-01-01T00:00:00Z', updatedBy: SOMEBODY }
    return { published: { ...published, draft }, isVersion: false }
  }

  discard({ draft: _draft, ...flow }: Flow): Flow {
    this.#drafts.delete(flow.id)
    return { ...flow, edition: (flow.edition ?? 0) + 1 }
  }

  publish(flow: Flow): Flow {
    const { sourceConnection, destinationConnection, config } = this.editedOf(flow)
    const version = (flow.version ?? 0) + 1
    return { ...this.discard(flow), version, config, ...defined({ sourceConnection, destinationConnection }) }
  }
}

const isGathered = ({ publishing, config }: Flow): boolean =>
  publishing === 'draft' || (publishing !== 'at_once' && (config.schedule ?? config.after) !== undefined)

/** One for each part, which is enough to show some. */
function changesOf(published: Flow, edited: Flow): readonly AuditChange[] {
  const { config, sourceConnection, destinationConnection } = flowDifference(published, edited)
  const kind = 'changed' as const
  return [
    ...(sourceConnection ? [{ path: ['source'], kind }] : []),
    ...(destinationConnection ? [{ path: ['destination'], kind }] : []),
    ...PARTS.filter((part) => config && !sameValue(config[part], published.config[part])).map((part) => ({
      path: [part],
      kind,
    })),
  ]
}

const PARTS = ['streams', 'transformations', 'structure', 'sqlBefore', 'sqlAfter'] as const
