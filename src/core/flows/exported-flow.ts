import { defined } from '../catalog/defined.ts'
import type { Flow, FlowConfig, FlowConnection, StartsAfter } from './flow.ts'

/** A readable form of a flow: its steps and its source and destination, without ids of its installation and without secrets. */
interface ExportedFlow {
  readonly name: string
  readonly enabled: boolean
  readonly source?: ExportedEnd
  readonly destination?: ExportedEnd
  readonly config: Omit<FlowConfig, 'after'> & {
    /** With the names of the flows. */
    readonly after?: { readonly flows: readonly string[]; readonly when: StartsAfter['when'] }
  }
}

type ExportedEnd = Pick<FlowConnection, 'name' | 'type'>

/**
 * Credentials belong to connections and are not part of a flow, so they cannot be here.
 * @param flows the flows of the organization, for their names; a flow that does not exist any more is left out
 */
export function exportedFlow(flow: Flow, flows: readonly Pick<Flow, 'id' | 'name'>[] = []): ExportedFlow {
  const { name, enabled, sourceConnection, destinationConnection } = flow
  const { after, ...config } = flow.config
  const names = after?.flowIds.flatMap((id) => flows.find((other) => other.id === id)?.name ?? []) ?? []
  return defined({
    name,
    enabled,
    source: sourceConnection && endOf(sourceConnection),
    destination: destinationConnection && endOf(destinationConnection),
    config: {
      ...config,
      ...defined({ after: after && names.length > 0 ? { flows: names, when: after.when } : undefined }),
    },
  })
}

const endOf = ({ name, type }: FlowConnection): ExportedEnd => defined({ name, type })

/** A file name that every system accepts. */
export const exportedFlowFile = ({ name }: Pick<Flow, 'name'>): string =>
  `${name.replace(/[^\p{L}\p{N}._-]+/gu, ' ').trim() || 'flow'}.flow.json`
