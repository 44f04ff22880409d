import type { FlowConfig as FlowConfigRequest } from '../../../contract/requests/flow-config.ts'
import type { FlowConfig } from '../../store/flows/flow-config.ts'

/** The browser stores the positions of steps. */
export const configFrom = ({
  transformations,
  after,
  sql_before,
  sql_after,
  budget,
  structure,
  ...config
}: FlowConfigRequest): FlowConfig => ({
  ...config,
  ...(sql_before?.trim() && { sql_before }),
  ...(sql_after?.trim() && { sql_after }),
  ...(budget && Object.values(budget).some((limit) => limit !== null) && { budget }),
  ...(structure === 'all' && { structure }),
  // In the form of the store, in which ids are compared.
  ...(after && { after: { ...after, flows: after.flows.map(({ id }) => ({ id: id.toLowerCase() })) } }),
  transformations: transformations.map(({ position: _, ...step }) => step),
})
