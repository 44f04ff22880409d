import type { Command } from '../../cli/command.ts'
import { inColour } from '../../cli/in-colour.ts'
import { inColumns } from '../../cli/in-columns.ts'
import { allChecks } from '../doctor/all-checks.ts'
import { runChecks } from '../doctor/run-checks.ts'
import { configProblems, readConfig } from '../main/config.ts'
import { CONFIG_OPTION, settingsOf } from './config-option.ts'
import { ROLE_OPTION, roleOf } from './role-option.ts'

/** Looks at everything that a start and a day of work need, beside a running Millrace or without one. */
export const doctor: Command = {
  description: [
    'Checks the configuration, this machine, its files, the database, the keys, mail, and the way out; changes nothing.',
    'Each finding that needs an action comes with it. The exit code is 1 if one failed.',
  ],
  options: { ...CONFIG_OPTION, ...ROLE_OPTION, json: { type: 'boolean', description: 'as JSON, for programs' } },
  run: async (input) => {
    const settings = settingsOf(input)
    const role = roleOf(input)
    const problems = configProblems(settings, role)
    const findings =
      problems.length > 0
        ? problems.map((found) => ({
            name: 'configuration',
            state: 'failed',
            found,
            fix: 'Correct it, then ask again.',
          }))
        : await runChecks(await allChecks(readConfig(settings.environment, { role }), settings.secretFiles))
    if (input.flag('json')) input.print(JSON.stringify(findings, null, 2))
    else {
      for (const line of inColumns(findings.map(({ state, name, found }) => [inColour(state), name, found])))
        input.print(line)
      for (const { name, fix } of findings) if (fix !== undefined) input.print(`\n${name}: ${fix}`)
    }
    return findings.some(({ state }) => state === 'failed') ? 1 : 0
  },
}
