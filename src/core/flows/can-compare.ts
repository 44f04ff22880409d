import { comparesRows } from '../catalog/connections/connection-types.ts'
import type { Flow } from './flow.ts'

/** Whether both ends of a flow are of types whose tables can be compared, by a run before its rows are visible and at any later time. */
export const canCompare = (flow: Pick<Flow, 'sourceConnection' | 'destinationConnection'> | undefined): boolean =>
  comparesRows(flow?.sourceConnection?.type ?? '') && comparesRows(flow?.destinationConnection?.type ?? '')
