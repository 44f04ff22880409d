import type { Command } from '../../cli/command.ts'
import { inColumns } from '../../cli/in-columns.ts'
import { configProblems } from '../main/config.ts'
import { VARIABLES } from '../main/variables.ts'
import { CONFIG_OPTION, settingsOf } from './config-option.ts'
import { ROLE_OPTION, roleOf } from './role-option.ts'

/** Shows the variables in force, or a file with all of them to begin with. */
export const config: Command = {
  description: [
    'Shows every variable with its value and where it is set. Secrets are not shown.',
    'The exit code is 1 if a start with these variables would be refused.',
  ],
  options: {
    ...CONFIG_OPTION,
    ...ROLE_OPTION,
    all: { type: 'boolean', description: 'also the variables that are not set, with their defaults' },
    example: { type: 'boolean', description: 'print a file with all variables, to begin with' },
    json: { type: 'boolean', description: 'as JSON, for programs; always all variables' },
  },
  run: async (input) => {
    const { print, flag } = input
    if (flag('example')) {
      for (const [name, { default: usual, meaning, secret }] of VARIABLES)
        print(`# ${meaning}${secret ? ' (secret)' : ''}; default: ${usual}\n#${name}=\n`)
      return 0
    }
    const settings = settingsOf(input)
    const problems = configProblems(settings, roleOf(input))
    const variables = [...VARIABLES].map(([name, { default: usual, secret }]) => {
      const value = settings.environment[name]
      const source = settings.sources.get(name)
      if (value === undefined || source === undefined) return { name, value: usual, source: 'default' }
      return { name, value: secret ? `set, ${value.length} characters` : value, source }
    })
    if (flag('json')) print(JSON.stringify({ file: settings.file ?? null, variables, problems }, null, 2))
    else {
      const shown = variables.filter(({ source }) => flag('all') || source !== 'default')
      for (const line of inColumns(shown.map(({ name, value, source }) => [name, value, source]))) print(line)
      const others = variables.length - shown.length
      if (others > 0) print(`${others} other variables have their defaults; --all shows them.`)
      for (const problem of problems) print(`Problem: ${problem}`)
    }
    return problems.length > 0 ? 1 : 0
  },
}
