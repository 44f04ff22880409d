import type { AuditChange } from '../../../core/audit/audit-event.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { settingProblems } from '../../../core/catalog/transformations/transformation-setting-problems.ts'
import {
  TRANSFORMATION_TYPES,
  type TransformationType,
} from '../../../core/catalog/transformations/transformation-types.ts'
import { flowDifference } from '../../../core/flows/drafts/flow-difference.ts'
import { sameValue } from '../../../core/flows/drafts/same-value.ts'
import type { EditedFlow, Flow, FlowChange, FlowVersion } from '../../../core/flows/flow.ts'

const SOMEBODY = { uid: 'grace@example.com', name: 'Grace' }

interface KeptDraft {
  readonly edited: Flow
  /** What was published when it was begun. */
  readonly base: Flow
}

/** The drafts of flows, as a server keeps them: those of a flow with a schedule wait until they are published, and so does an unfinished step. */
export class MemoryFlowDrafts {
  readonly #drafts = new Map<string, KeptDraft>()

  editedOf(flow: Flow): EditedFlow {
    if (flow.edition === undefined) return flow
    const draft = this.#drafts.get(flow.id)
    const { config, sourceConnection, destinationConnection } = draft?.edited ?? flow
    const edited = { ...flow, config, ...defined({ sourceConnection, destinationConnection }) }
    return {
      ...edited,
      draftChanges: changesOf(flow, edited),
      publishesAtOnce: !isGathered(flow),
      changedBy: SOMEBODY,
      ...defined({ base: draft && isOutdated(draft, flow) ? versionOf(draft.base) : undefined }),
    }
  }

  save(flow: Flow, change: FlowChange, isMerged = false): { readonly published: Flow; readonly isVersion: boolean } {
    const kept = this.#drafts.get(flow.id)
    const edited: Flow = { ...this.editedOf(flow), ...change }
    const next = { ...flow, edition: (flow.edition ?? 0) + 1 }
    if (!isGathered(flow) && !isUnfinished(edited)) {
      this.#drafts.delete(flow.id)
      const { draft: _draft, ...live } = next
      return { published: { ...live, ...change, version: (flow.version ?? 0) + 1 }, isVersion: true }
    }
    const { schedule, after, budget } = edited.config
    const { name, enabled } = edited
    const config = { ...flow.config, ...defined({ schedule, after, budget }) }
    const published = { ...next, name, enabled, config }
    const changes = changesOf(published, edited)
    if (changes.length === 0) return { published: this.discard(published), isVersion: false }
    this.#drafts.set(flow.id, { edited, base: kept && !isMerged ? kept.base : published })
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

const isUnfinished = ({ config }: Flow): boolean =>
  config.transformations.some(
    ({ type, settings }) =>
      type in TRANSFORMATION_TYPES &&
      settingProblems(TRANSFORMATION_TYPES[type as TransformationType].settings, settings).length > 0,
  )

/** The draft and what was published since have both changed a part, differently. */
const isOutdated = ({ edited, base }: KeptDraft, flow: Flow): boolean =>
  PARTS.some((part) => {
    const [was, mine, theirs] = [base.config[part], edited.config[part], flow.config[part]]
    return !sameValue(mine, was) && !sameValue(theirs, was) && !sameValue(mine, theirs)
  })

const versionOf = ({ name, enabled, config, sourceConnection, destinationConnection, ...flow }: Flow): FlowVersion => ({
  name,
  enabled,
  config,
  sourceConnection: sourceConnection ?? { id: '' },
  destinationConnection: destinationConnection ?? { id: '' },
  freshnessMinutes: flow.freshnessMinutes ?? null,
})

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

const PARTS = ['streams', 'transformations', 'structure', 'mirrorSeconds', 'sqlBefore', 'sqlAfter', 'comments'] as const
