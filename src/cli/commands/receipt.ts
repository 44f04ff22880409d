import { ROUTES } from '../../contract/routes.ts'
import type { Command } from '../command.ts'
import { openSession } from '../open-session.ts'

export const receipt: Command = {
  description: [
    'Prints the receipt of a run as JSON: what was read and written, counted by both systems, with the sums.',
  ],
  arguments: ['RUN'],
  run: async ({ arguments: [runId = ''], print }) => {
    const { call, orgId } = await openSession()
    print(JSON.stringify(await call(ROUTES.getRunReceipt, { params: { orgId, runId } }), null, 2))
    return 0
  },
}
