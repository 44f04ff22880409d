import type { CodePlanResponse } from '../../contract/code.ts'
import { CODE_ROUTES } from '../../contract/code.ts'
import { FLOW_ROUTES } from '../../contract/flows.ts'
import type {
  CodeChange,
  CodeFault,
  CodeFile,
  CodePlan,
  CodeRequest,
  FlowProposal,
  TriedFlows,
} from '../../core/code/code-plan.ts'
import type { CodeRepository } from '../../core/code/code-repository.ts'
import { map, type Result } from '../../core/result.ts'
import type { HttpClient } from './http-client.ts'
import { changeFromWire as auditChangeFromWire } from './version-from-wire.ts'
import { withoutAbsent } from './without-absent.ts'

export class HttpCodeRepository implements CodeRepository {
  readonly #http: HttpClient

  constructor(http: HttpClient) {
    this.#http = http
  }

  async export(orgId: string): Promise<Result<readonly CodeFile[]>> {
    return map(await this.#http.call(CODE_ROUTES.exportCode, { params: { orgId } }), ({ files }) => files)
  }

  async plan(orgId: string, request: CodeRequest): Promise<Result<CodePlan>> {
    return map(await this.#http.call(CODE_ROUTES.planCode, { params: { orgId }, body: bodyOf(request) }), planFromWire)
  }

  async apply(orgId: string, request: CodeRequest, state: string): Promise<Result<CodePlan>> {
    const body = { ...bodyOf(request), state }
    return map(await this.#http.call(CODE_ROUTES.applyCode, { params: { orgId }, body }), planFromWire)
  }

  async tryFlows(
    orgId: string,
    request: CodeRequest,
    page: { readonly state: string; readonly cursor?: string },
  ): Promise<Result<TriedFlows>> {
    const body = { ...bodyOf(request), ...page }
    return map(
      await this.#http.call(CODE_ROUTES.tryCode, { params: { orgId }, body }),
      ({ flows, next_cursor: nextCursor }) => ({
        flows: flows.map(({ name, file, run_id, ...flow }) => ({
          ...{ name, file },
          ...withoutAbsent({ action: flow.action, runId: run_id, message: flow.message, sentence: flow.sentence }),
        })),
        ...withoutAbsent({ nextCursor }),
      }),
    )
  }

  async proposals(orgId: string): Promise<Result<readonly FlowProposal[]>> {
    return map(await this.#http.call(CODE_ROUTES.listFlowProposals, { params: { orgId } }), (rows) =>
      rows.map(({ id, name, text, created_at, proposed_by }) => ({
        ...{ id, name, text, createdAt: created_at },
        ...withoutAbsent({ proposedBy: proposed_by }),
      })),
    )
  }

  closeProposal(orgId: string, proposalId: string): Promise<Result<void>> {
    return this.#http.send(CODE_ROUTES.deleteFlowProposal, { params: { orgId, proposalId } })
  }

  takeOver(orgId: string, flowId: string): Promise<Result<void>> {
    return this.#http.send(FLOW_ROUTES.takeOverFlow, { params: { orgId, flowId } })
  }
}

const bodyOf = ({ files, secrets, prunes }: CodeRequest) => ({
  files: files.map(({ name, text }) => ({ name, text })),
  secrets,
  prune: prunes,
})

const planFromWire = ({ state, changes, unchanged, faults }: CodePlanResponse): CodePlan => ({
  ...{ state, unchanged },
  changes: changes.map(changeFromWire),
  faults: faults.map(faultFromWire),
})

const changeFromWire = ({ action, kind, name, ...row }: CodePlanResponse['changes'][number]): CodeChange => ({
  ...{ action, kind, name },
  ...withoutAbsent({
    previousName: row.previous_name,
    file: row.file,
    changes: row.changes?.map(auditChangeFromWire),
  }),
})

const faultFromWire = ({
  file,
  message,
  line,
  field,
  sentence,
  secret,
}: CodePlanResponse['faults'][number]): CodeFault => ({
  ...{ file, message },
  ...withoutAbsent({ line, field, sentence, secret }),
})
