import type { FlowConfig as FlowConfigRequest } from '../../../contract/requests/flow-config.ts'
import { defined } from '../../../core/catalog/defined.ts'
import type { FlowConfig } from '../../store/flows/flow-config.ts'

/** The browser stores the positions of steps. */
export const configFrom = ({
  transformations,
  after,
  sql_before,
  sql_after,
  budget,
  structure,
  worker_class,
  mirror_seconds,
  comments,
  ...config
}: FlowConfigRequest): FlowConfig => ({
  ...config,
  ...defined({
    sql_before: sql_before?.trim() ? sql_before : undefined,
    sql_after: sql_after?.trim() ? sql_after : undefined,
    budget: budget && Object.values(budget).some((limit) => limit !== null) ? budget : undefined,
    structure: structure === 'all' ? structure : undefined,
    worker_class: worker_class ?? undefined,
    mirror_seconds: mirror_seconds ?? undefined,
    comments: comments && comments.length > 0 ? comments : undefined,
    // In the form of the store, in which ids are compared.
    after: after ? { ...after, flows: after.flows.map(({ id }) => ({ id: id.toLowerCase() })) } : undefined,
  }),
  transformations: transformations.map(({ position: _, ...step }) => step),
})
