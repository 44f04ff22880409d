import { ROUTES } from '../../contract/routes.ts'
import type { Command } from '../command.ts'
import { findRun } from '../find-run.ts'
import { openSession } from '../open-session.ts'

export const receipt: Command = {
  description: [
    'Prints the receipt of a run as JSON: what was read and written, counted by both systems, with the sums.',
    'The run is named by its id, the beginning of it, or its flow, whose newest run is meant.',
  ],
  arguments: ['RUN'],
  options: { json: { type: 'boolean', description: 'the receipt is JSON also without this' } },
  run: async ({ arguments: [typed = ''], print }) => {
    const session = await openSession()
    const { id: runId } = await findRun(session, typed)
    const params = { orgId: session.orgId, runId }
    print(JSON.stringify(await session.call(ROUTES.getRunReceipt, { params }), null, 2))
    return 0
  },
}
