import type { Flow, FlowConfig, FlowConnection } from './flow.ts'

/** A flow as one would write it down: what it does and between what, without ids of its installation and without secrets. */
interface ExportedFlow {
  readonly name: string
  readonly enabled: boolean
  readonly source?: ExportedEnd
  readonly destination?: ExportedEnd
  readonly config: FlowConfig
}

type ExportedEnd = Pick<FlowConnection, 'name' | 'type'>

/** Credentials are the connections' and are in no flow, so nothing of them can be here. */
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

/** A name for its file that every system takes. */
export const exportedFlowFile = ({ name }: Pick<Flow, 'name'>): string =>
  `${name.replace(/[^\p{L}\p{N}._-]+/gu, ' ').trim() || 'flow'}.flow.json`
