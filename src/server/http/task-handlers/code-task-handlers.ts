import { defined } from '../../../core/catalog/defined.ts'
import { sentence } from '../../../core/catalog/sentence.ts'
import { wordsOf } from '../../../core/catalog/words.ts'
import { applyDocuments, type CodePlan, planDocuments } from '../../domain/code/apply-documents.ts'
import type { CodeChange } from '../../domain/code/code-document.ts'
import { exportDocuments } from '../../domain/code/export-documents.ts'
import { proposeFlow } from '../../domain/code/flow-proposals.ts'
import { type TriedFlow, tryDocuments } from '../../domain/code/try-documents.ts'
import { RequestError } from '../../domain/request-error.ts'
import { lineOf } from '../code/field-lines.ts'
import { type FileFault, type ReadFiles, readFiles } from '../code/read-files.ts'
import { writeDocument } from '../code/write-document.ts'
import { numberFromCursor } from '../requests/number-from-cursor.ts'
import type { TaskHandlers } from '../task-call.ts'
import type { TaskDeps } from './task-deps.ts'

/** The page of the application that shows the proposals of an organization. */
const proposalsPage = (organizationId: string) => `/organization-settings?section=code&organization=${organizationId}`

/** Flows as files, which are read and written here. */
export const codeTaskHandlers = (deps: TaskDeps) =>
  ({
    exportCode: async ({ member }) => {
      const { documents, kinds } = await exportDocuments(deps, member)
      return {
        files: documents.map(({ file, document }) => ({ name: file, text: writeDocument(document) })),
        kinds: [...kinds],
      }
    },

    planCode: async ({ member, body: { files, secrets, prune } }) => {
      const read = await readFiles(files)
      return planToWire(read, await planDocuments(deps, member, { ...read, secrets, prune }))
    },

    tryCode: async ({ member, body: { files, secrets, prune, state, all, cursor } }) => {
      const read = await readFiles(files)
      const fileOf = (at: number) => read.documents[at]?.file ?? ''
      const trying = { expected: state, all, after: cursor === undefined ? -1 : numberFromCursor(cursor) }
      const { plan, tried, next } = await tryDocuments(deps, member, { ...read, secrets, prune, fileOf }, trying)
      const { faults } = planToWire(read, plan)
      if (faults.length > 0) throw haveFaults(faults)
      return {
        state: plan.state,
        flows: tried.map((flow) => triedFlowToWire(flow, fileOf(flow.at))),
        next_cursor: next === undefined ? null : String(next),
      }
    },

    proposeFlow: async ({ member, body: { text } }) => {
      const read = await readFiles([{ name: 'proposal.yaml', text }])
      const proposal = { text, documents: read.documents, isReadable: read.faults.length === 0 }
      const { id, ...plan } = await proposeFlow(deps, member, proposal)
      return {
        ...planToWire(read, plan),
        ...defined({ id, path: id === undefined ? undefined : proposalsPage(member.organizationId) }),
      }
    },

    applyCode: async ({ member, body: { files, secrets, prune, state } }) => {
      const read = await readFiles(files)
      // With a fault, nothing is applied: the plan names every other one.
      const plan =
        read.faults.length > 0
          ? await planDocuments(deps, member, { ...read, secrets, prune })
          : await applyDocuments(deps, member, { ...read, secrets, prune }, state)
      const answer = planToWire(read, plan)
      if (answer.faults.length > 0) throw haveFaults(answer.faults)
      return answer
    },
  }) satisfies Partial<TaskHandlers>

const triedFlowToWire = ({ at: _, runId, reason, ...flow }: TriedFlow, file: string) => ({
  ...flow,
  file,
  ...defined({ run_id: runId }),
  ...(reason && wordsOf({ message: reason })),
})

function planToWire({ documents, faults, lines }: ReadFiles, plan: CodePlan) {
  const fileOf = (at: number) => documents[at]?.file ?? ''
  return {
    state: plan.state,
    changes: plan.changes.map(({ at, previousName, changes, ...change }: CodeChange) => ({
      ...change,
      ...defined({
        previous_name: previousName,
        file: at === undefined ? undefined : fileOf(at),
        changes: changes.length > 0 ? changes.map((one) => ({ ...one, path: [...one.path] })) : undefined,
      }),
    })),
    unchanged: plan.unchanged,
    faults: [
      ...faults.map(faultToWire),
      ...plan.faults.map(({ at, ...fault }) => {
        const line = lineOf(lines[at] ?? new Map(), fault.field)
        return faultToWire({ ...fault, file: fileOf(at), ...defined({ line }) })
      }),
    ],
  }
}

const faultToWire = ({ sentence: message, ...fault }: FileFault & { readonly secret?: string }) => ({
  ...fault,
  ...wordsOf({ message }),
})

function haveFaults(faults: ReturnType<typeof planToWire>['faults']): RequestError {
  const [first] = faults
  const place = [first?.file, first?.line].filter((part) => part !== undefined).join(':')
  return new RequestError(
    'invalid',
    'CODE_FAULTS',
    faults.length === 1
      ? sentence`Nothing was applied. ${place}: ${first?.sentence ?? ''}`
      : sentence`Nothing was applied: ${faults.length} faults. The first is in ${place}: ${first?.sentence ?? ''}`,
    { faults },
  )
}
