import { readFlowOverview } from '../../domain/flows/read-flow-overview.ts'
import type { Database } from '../../store/database/database.ts'
import type { Handlers } from '../handler.ts'
import { flowOverviewToWire } from '../wire/flow-overview-to-wire.ts'

export const flowOverviewHandlers = ({ database }: { readonly database: Database }) =>
  ({
    getFlowOverview: async ({ member: { organizationId }, params }) =>
      flowOverviewToWire(await readFlowOverview(database, organizationId, params['flowId'] ?? '')),
  }) satisfies Partial<Handlers>
