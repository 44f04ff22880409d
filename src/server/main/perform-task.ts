import { sentence } from '../../core/catalog/sentence.ts'
import { RequestError } from '../domain/request-error.ts'
import type { Log } from '../host/log.ts'
import { NoTurn } from '../host/turns.ts'
import type { Call } from '../http/handler.ts'
import { versionFrom } from '../http/requests/version-from.ts'
import {
  CALLS_THAT_CHANGE,
  CALLS_THAT_CHANGE_OTHERS,
  CALLS_WITH_STEPS,
  type PlainCall,
  type TaskCallName,
} from '../http/task-call.ts'
import { findConnection } from '../store/connections/connections.ts'
import type { Database } from '../store/database/database.ts'
import type { PerformCall } from '../tasks/task-calls.ts'
import { TaskProcessEnded } from '../tasks/task-process-ended.ts'
import { secondsOfCall } from './seconds-of-call.ts'

interface Deps {
  readonly database: Database
  readonly performCall: PerformCall
  readonly log: Log
}

/** Has the work of an authorized and validated call done as a task. @throws RequestError, ConnectorError */
export type PerformTask = (name: TaskCallName, call: Call) => Promise<unknown>

export const makePerformTask =
  ({ database, performCall, log }: Deps): PerformTask =>
  async (name, { principal, member, params, query, body, request }) => {
    const plain: PlainCall = { principal, member, params, query, body, version: versionFrom(request) }
    const { organizationId, account } = member ?? { organizationId: '', account: '' }
    const options = {
      account,
      signal: CALLS_THAT_CHANGE.includes(name) ? NEVER : request.signal,
      hasSteps: CALLS_WITH_STEPS.includes(name),
      isPatient: principal?.isInBulk === true,
      seconds: secondsOfCall(name, body),
    }
    try {
      return await performCall(name, plain, options)
    } catch (error) {
      if (error instanceof NoTurn) throw refusalOfTurn(error)
      if (!(error instanceof TaskProcessEnded)) throw error
      // Whoever has gone on does not wait for it.
      log[error.reason === 'stopped' ? 'info' : 'error']('The process of a call has ended.', {
        call: name,
        ...error.fields,
      })
      const isUnknown = error.hasChanged || (error.hasBegun && CALLS_THAT_CHANGE_OTHERS.includes(name))
      if (CALLS_THAT_CHANGE.includes(name) && isUnknown) throw outcomeUnknown()
      const connection = await nameOf(database, organizationId, params['connectionId'])
      throw refusalOfEnd(error, connection, options.seconds)
    }
  }

const NEVER = new AbortController().signal

const nameOf = async (database: Database, organizationId: string, connectionId: string | undefined) =>
  connectionId === undefined
    ? undefined
    : (await database.inOrganization(organizationId, (query) => findConnection(query, organizationId, connectionId)))
        ?.name

const refusalOfTurn = ({ isByAccount }: NoTurn) =>
  isByAccount
    ? new RequestError(
        'too-many',
        'TOO_MANY_AT_ONCE',
        sentence`Other calls of this account to other systems are still under way. Try again in a moment.`,
        { retry_after: 1 },
      )
    : new RequestError(
        'unavailable',
        'BUSY',
        sentence`This server is busy with calls to other systems. Try again in a moment.`,
        { retry_after: 5 },
      )

/** A conflict, so that a repeat with its key gets this answer too. */
const outcomeUnknown = () =>
  new RequestError(
    'conflict',
    'TASK_OUTCOME_UNKNOWN',
    sentence`This was interrupted while it was saved, so it may have been done. Read what is there now before you do it again.`,
  )

/** @param name of the connection that was asked, if it is only one */
function refusalOfEnd({ reason, memory }: TaskProcessEnded, name: string | undefined, seconds: number): RequestError {
  const what = name === undefined ? sentence`This` : sentence`The work with “${name}”`
  if (reason === 'memory')
    return new RequestError(
      'invalid',
      'TASK_TOO_LARGE',
      sentence`${what} took more than ${memory} MB of memory, and was ended. Ask for less at once, or check what the other system answers. Whoever runs this server can allow more (TASK_MEMORY).`,
    )
  if (reason === 'time')
    return new RequestError(
      'invalid',
      'TASK_TOO_SLOW',
      sentence`${what} took more than ${seconds} seconds, and was ended. Ask for less at once, or check whether the other system answers.`,
    )
  return new RequestError(
    'unavailable',
    'TASK_ENDED',
    sentence`${what} was interrupted, because its process ended. Try again.`,
    { retry_after: 1 },
  )
}
