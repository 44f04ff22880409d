import { defined } from '../../catalog/defined.ts'
import type { Flow, FlowVersion } from '../../flows/flow.ts'
import { compareFlows, type FlowOfRun } from './compare-flows.ts'
import type { FlowPartChange } from './flow-part-change.ts'

/** What of a flow would change if the version were restored; besides its parts, its name, its switch and its freshness. */
export function compareVersion(
  flow: Flow,
  version: FlowVersion,
): readonly (FlowPartChange | 'name' | 'enabled' | 'freshness')[] {
  return [
    ...(flow.name === version.name ? [] : ['name' as const]),
    ...(flow.enabled === version.enabled ? [] : ['enabled' as const]),
    ...((flow.freshnessMinutes ?? null) === version.freshnessMinutes ? [] : ['freshness' as const]),
    ...compareFlows(partsOf(flow), partsOf(version)),
  ]
}

/** The names of settings are told as the server writes them. */
const inServerNames = (settings: object) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  )

const partsOf = ({
  sourceConnection,
  destinationConnection,
  config,
}: Pick<Flow, 'sourceConnection' | 'destinationConnection' | 'config'>): FlowOfRun => ({
  sourceConnectionId: sourceConnection?.id ?? '',
  destinationConnectionId: destinationConnection?.id ?? '',
  destinationType: destinationConnection?.type,
  streams: config.streams.map(({ entity, ...settings }) => ({ entity, ...inServerNames(settings) })),
  steps: config.transformations.map((step) => ({ ...step })),
  ...defined({ schedule: config.schedule && { ...config.schedule } }),
  sql: defined({ before: config.sqlBefore, after: config.sqlAfter }),
  ...defined({
    after: config.after && { flows: config.after.flowIds.map((id) => ({ id })), when: config.after.when },
    budget: config.budget && { ...config.budget },
    structure: config.structure && { comes: config.structure },
    workers: config.workerClass === undefined ? undefined : { class: config.workerClass },
  }),
})
