import { defined } from '../../../core/catalog/defined.ts'
import type { FlowConfig } from '../../store/flows/flow-config.ts'
import type { DraftContent } from '../../store/flows/flow-drafts.ts'
import type { FlowRow } from '../../store/flows/flow-row.ts'

/** What of a flow a draft has: what it moves, and how. When it runs, its name and its limits are never in a draft. */
export const draftedOf = ({ source, destination, config }: Pick<FlowRow, 'source' | 'destination' | 'config'>) =>
  contentOf({ sourceConnectionId: source.id, destinationConnectionId: destination.id, config })

interface Values {
  readonly sourceConnectionId: string
  readonly destinationConnectionId: string
  readonly config: FlowConfig
}

export const contentOf = ({ sourceConnectionId, destinationConnectionId, config }: Values): DraftContent => {
  const { streams, transformations, sql_before, sql_after, structure, mirror_seconds, comments } = config
  return {
    source_connection_id: sourceConnectionId,
    destination_connection_id: destinationConnectionId,
    config: { streams, transformations, ...defined({ sql_before, sql_after, structure, mirror_seconds, comments }) },
  }
}

/** The settings of one state with what a draft has of another. */
export function withDrafted(config: FlowConfig, drafted: DraftContent['config']): FlowConfig {
  const { sql_before: _1, sql_after: _2, structure: _3, mirror_seconds: _4, comments: _5, ...kept } = config
  return { ...kept, ...drafted }
}
