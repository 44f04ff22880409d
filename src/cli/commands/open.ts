import { ROUTES } from '../../contract/routes.ts'
import type { Command } from '../command.ts'
import { findNamed } from '../find-named.ts'
import { openSession } from '../open-session.ts'

/** @param show opens an address in the browser, where there is one */
export const makeOpen = (show: (url: string) => void): Command => ({
  description: ['Opens a flow in the browser, and prints its address. Without a name, opens the list of flows.'],
  arguments: ['FLOW?'],
  run: async ({ arguments: [typed], print }) => {
    const { call, orgId, url } = await openSession()
    const flows = typed === undefined ? [] : await call(ROUTES.listFlows, { params: { orgId } })
    const path = typed === undefined ? '/flows' : `/flows/${findNamed(flows, typed, 'flow').id}`
    const address = new URL(path, url).href
    print(address)
    show(address)
    return 0
  },
})
