import type { CommandInput, CommandOption } from '../../cli/command.ts'
import { StartFailure } from '../host/start-failure.ts'
import type { Role } from '../main/config.ts'

const ROLES = { all: 'all', start: 'all', api: 'api', worker: 'worker' } as const satisfies Record<string, Role>

/** For commands that look at the settings of a process without being one. */
export const ROLE_OPTION = {
  role: {
    type: 'string',
    value: 'ROLE',
    description: 'the process that the settings are for: start (usual), api or worker',
  },
} as const satisfies Record<string, CommandOption>

export function roleOf({ text }: Pick<CommandInput, 'text'>): Role {
  const typed = text('role') ?? 'start'
  const role = Object.entries(ROLES).find(([name]) => name === typed)?.[1]
  if (!role) throw new StartFailure(`--role must be start, api or worker, but is "${typed}".`)
  return role
}
