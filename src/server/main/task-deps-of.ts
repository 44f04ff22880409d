import { defined } from '../../core/catalog/defined.ts'
import { makeAllowance } from '../domain/budgets/make-allowance.ts'
import { makeKeptAnswers } from '../domain/budgets/make-kept-answers.ts'
import type { TaskDeps } from '../http/task-handlers/task-deps.ts'
import type { Runtime } from './runtime.ts'

type Known = Pick<Runtime, 'database' | 'vault' | 'confirmConsent' | 'stepProcesses' | 'dialler' | 'vendors'> &
  Pick<TaskDeps, 'databaseUrl' | 'startRun' | 'startStandIn'>

/** What the work of calls needs, of the services of a process. */
export const taskDepsOf = ({ dialler, vendors, ...known }: Known): TaskDeps => {
  const { database, vault } = known
  const costsOf = (organizationId: string) => ({
    allowance: makeAllowance({ database, organizationId, flowId: undefined, runId: undefined, budget: {} }),
    answers: makeKeptAnswers({ database, vault, organizationId }),
  })
  return {
    ...known,
    contextFor: (signal, organizationId) =>
      defined({ signal, dialler, vendors, ...(organizationId === undefined ? {} : costsOf(organizationId)) }),
  }
}
