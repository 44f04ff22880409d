import type { Command } from '../command.ts'
import { JSON_OPTION } from '../common-options.ts'
import { openSession } from '../open-session.ts'

export const org: Command = {
  description: ['Shows to which organization the key belongs, and with which role.'],
  options: JSON_OPTION,
  run: async ({ flag, print }) => {
    const { orgId: id, organization: name, role, url } = await openSession()
    if (flag('json')) print(JSON.stringify({ id, name, role, url }))
    else print(`${name} (${id}), role ${role}, at ${url}`)
    return 0
  },
}
