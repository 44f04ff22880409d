import type { CommandInput, CommandOption } from '../../cli/command.ts'
import { readSettings, type Settings } from '../main/settings.ts'

/** The options of every command that reads variables. */
export const CONFIG_OPTION = {
  config: {
    type: 'string',
    value: 'FILE',
    description:
      'a file with variables, one NAME=value per line; else MILLRACE_CONFIG, else millrace.env if it is here',
  },
} as const satisfies Record<string, CommandOption>

/** @throws StartFailure when a named file cannot be read */
export const settingsOf = ({ text }: Pick<CommandInput, 'text'>): Settings => readSettings(process.env, text('config'))
