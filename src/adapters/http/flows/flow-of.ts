import type { CamelCased } from '../../../contract/camel-cased.ts'
import type { EditedFlowResponse, FlowResponse, FlowVersionResponse } from '../../../contract/flows.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { EditedFlow, Flow, FlowConfig, FlowVersion } from '../../../core/flows/flow.ts'

type Row = CamelCased<FlowResponse>

export const flowOf = ({ config = {}, ...row }: Row): Flow => ({
  enabled: true,
  ...row,
  // The specification's flow has no name (spec §3); the client still needs one.
  name: row.name || row.id,
  config: configOf(config),
})

export const editedFlowOf = ({ base, ...row }: CamelCased<EditedFlowResponse>): EditedFlow => ({
  ...flowOf(row),
  ...defined({ base: base && versionOf(base) }),
})

export const versionOf = ({
  sourceConnectionId,
  destinationConnectionId,
  config,
  ...row
}: CamelCased<FlowVersionResponse>): FlowVersion => ({
  freshnessMinutes: null,
  ...row,
  sourceConnection: { id: sourceConnectionId },
  destinationConnection: { id: destinationConnectionId },
  config: configOf(config),
})

export const configOf = ({
  streams = [],
  transformations = [],
  schedule,
  after,
  ...config
}: NonNullable<Row['config']>): FlowConfig => ({
  ...config,
  streams: streams.map((stream) => ({ mode: 'replace', ...stream })),
  transformations: transformations.map((step) => ({ type: '', settings: {}, ...step })),
  ...defined({
    schedule: schedule && { timezone: 'UTC', ...schedule },
    after: after && { flowIds: after.flows.map(({ id }) => id), when: after.when ?? 'all_succeeded' },
  }),
})
