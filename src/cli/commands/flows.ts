import { ROUTES } from '../../contract/routes.ts'
import type { Command } from '../command.ts'
import { JSON_OPTION } from '../common-options.ts'
import { inColour } from '../in-colour.ts'
import { inColumns } from '../in-columns.ts'
import { openSession } from '../open-session.ts'
import { timeText } from '../time-text.ts'

export const flows: Command = {
  description: ['Lists the flows that the key may see, with the state of their last run.'],
  options: JSON_OPTION,
  run: async ({ flag, print }) => {
    const { call, orgId } = await openSession()
    const all = await call(ROUTES.listFlows, { params: { orgId } })
    if (flag('json')) print(JSON.stringify(all))
    else if (all.length === 0) print('There are no flows.')
    else
      for (const line of inColumns([
        ['NAME', 'FROM', 'TO', 'LAST RUN', 'SCHEDULE', 'ID'],
        ...all.map(({ id, name = '', enabled, source_connection, destination_connection, last_run, config }) => [
          enabled === false ? `${name} (off)` : name,
          source_connection?.name ?? '',
          destination_connection?.name ?? '',
          last_run
            ? `${inColour(last_run.status)} ${timeText(last_run.finished_at ?? last_run.started_at)}`.trim()
            : 'never',
          config?.schedule?.cron ?? '',
          id,
        ]),
      ]))
        print(line)
    return 0
  },
}
