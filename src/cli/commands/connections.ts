import { ROUTES } from '../../contract/routes.ts'
import { MillraceError } from '../../sdk/millrace-error.ts'
import type { Command } from '../command.ts'
import { JSON_OPTION } from '../common-options.ts'
import { findNamed } from '../find-named.ts'
import { inColour } from '../in-colour.ts'
import { inColumns } from '../in-columns.ts'
import { openSession, type Session } from '../open-session.ts'
import { countText } from '../row-counts.ts'
import { timeText } from '../time-text.ts'

export const connections: Command = {
  description: ['Lists the sources and destinations, with the result of their last test.'],
  options: JSON_OPTION,
  run: async ({ flag, print }) => {
    const { call, orgId } = await openSession()
    const all = await call(ROUTES.listConnections, { params: { orgId } })
    if (flag('json')) print(JSON.stringify(all))
    else if (all.length === 0) print('There are no connections.')
    else
      for (const line of inColumns([
        ['NAME', 'TYPE', 'USED AS', 'LAST TEST', 'ID'],
        ...all.map(({ id, name, type, capability = '', last_test: tested }) => [
          ...[name, type, capability],
          tested ? `${inColour(tested.ok ? 'passed' : 'failed')} ${timeText(tested.at)}` : 'never',
          id,
        ]),
      ]))
        print(line)
    return 0
  },
}

async function paramsOf({ call, orgId }: Session, typed: string) {
  const all = await call(ROUTES.listConnections, { params: { orgId } })
  return { orgId, connectionId: findNamed(all, typed, 'connection').id }
}

export const discover: Command = {
  description: ['Lists what there is to read or write in a source or destination, with the number of columns.'],
  arguments: ['CONNECTION'],
  options: {
    ...JSON_OPTION,
    search: { type: 'string', value: 'TEXT', description: 'only names of tables and columns with this text' },
  },
  run: async ({ arguments: [typed = ''], flag, text, print }) => {
    const session = await openSession()
    const params = await paramsOf(session, typed)
    const { entities } = await session.call(ROUTES.discoverConnection, { params, query: { search: text('search') } })
    if (flag('json')) print(JSON.stringify(entities))
    else
      for (const line of inColumns([
        ['NAME', 'KIND', 'COLUMNS', 'ROWS, ABOUT'],
        ...entities.map(({ name, kind = '', columns = [], estimated_rows: rows }) => [
          name,
          kind,
          String(columns.length),
          rows == null ? '' : countText(rows),
        ]),
      ]))
        print(line)
    return 0
  },
}

/** The stages of a refused test are in the details of the refusal. */
const stagesOf = (error: unknown) =>
  error instanceof MillraceError && Array.isArray(error.details?.['stages'])
    ? ROUTES.testConnection.response.safeParse({ stages: error.details['stages'] }).data?.stages
    : undefined

export const test: Command = {
  description: ['Tests a source or destination stage by stage, and says what is wrong. Exit code 1 if a stage fails.'],
  arguments: ['CONNECTION'],
  options: JSON_OPTION,
  run: async ({ arguments: [typed = ''], flag, print }) => {
    const session = await openSession()
    const params = await paramsOf(session, typed)
    const stages = await session.call(ROUTES.testConnection, { params }).then(
      (answer) => answer.stages ?? [],
      (error: unknown) => {
        const found = stagesOf(error)
        if (found) return found
        throw error
      },
    )
    if (flag('json')) print(JSON.stringify(stages))
    else
      for (const { stage, status, detail, problem } of stages) {
        const words = problem ? [problem.message, problem.hint ?? ''].join(' ').trim() : (detail ?? '')
        print(`${inColour(status, status.padEnd(7))} ${stage}${words === '' ? '' : `: ${words}`}`)
      }
    return stages.some(({ status }) => status === 'failed') ? 1 : 0
  },
}
