import { ROUTES } from '../../contract/routes.ts'
import type { Command } from '../command.ts'
import { JSON_OPTION } from '../common-options.ts'
import { findNamed } from '../find-named.ts'
import { openSession } from '../open-session.ts'

export const publish: Command = {
  description: ['Makes the draft of a flow the version that its runs use.'],
  arguments: ['FLOW'],
  options: { ...JSON_OPTION, note: { type: 'string', value: 'TEXT', description: 'what the version is about' } },
  run: async ({ arguments: [typed = ''], flag, text, print }) => {
    const { call, orgId } = await openSession()
    const flow = findNamed(await call(ROUTES.listFlows, { params: { orgId } }), typed, 'flow')
    const note = text('note')
    const published = await call(ROUTES.publishFlow, {
      params: { orgId, flowId: flow.id },
      body: note === undefined ? {} : { note },
    })
    print(flag('json') ? JSON.stringify(published) : `Version ${published.version} of “${published.name}” is live.`)
    return 0
  },
}
