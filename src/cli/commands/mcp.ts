import { createInterface } from 'node:readline'

import type { Command } from '../command.ts'
import { serveMcp } from '../mcp/serve-mcp.ts'
import { openSession } from '../open-session.ts'

/** @param version of this program */
export const makeMcp = (version: string): Command => ({
  description: [
    'Serves the Model Context Protocol on the standard input and output, for assistants on this machine.',
    'Its tools read flows, runs and connections with the role of the key, and try flows with dry runs. A flow is run only by a dry run that a person has approved; nothing else writes or changes anything. Values of rows are shown only if the organization allows it, as they are after the steps of a flow.',
  ],
  run: async ({ print }) => {
    const { call, orgId } = await openSession()
    const lines = createInterface({ input: process.stdin })
    await serveMcp({ caller: { call, orgId, version }, lines, write: print })
    return 0
  },
})
