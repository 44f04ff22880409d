import type { Flow, FlowConfig, FlowConnection } from './flow.ts'

/** A readable form of a flow: its steps and its source and destination, without ids of its installation and without secrets. */
interface ExportedFlow {
  readonly name: string
  readonly enabled: boolean
  readonly source?: ExportedEnd
  readonly destination?: ExportedEnd
  readonly config: FlowConfig
}

type ExportedEnd = Pick<FlowConnection, 'name' | 'type'>

/** Credentials belong to connections and are not part of a flow, so they cannot be here. */
export function exportedFlow({ name, enabled, sourceConnection, destinationConnection, config }: Flow): ExportedFlow {
  return {
    name,
    enabled,
    ...(sourceConnection && { source: endOf(sourceConnection) }),
    ...(destinationConnection && { destination: endOf(destinationConnection) }),
    config,
  }
}

const endOf = ({ name, type }: FlowConnection): ExportedEnd => ({
  ...(name !== undefined && { name }),
  ...(type !== undefined && { type }),
})

/** A file name that every system accepts. */
export const exportedFlowFile = ({ name }: Pick<Flow, 'name'>): string =>
  `${name.replace(/[^\p{L}\p{N}._-]+/gu, ' ').trim() || 'flow'}.flow.json`
