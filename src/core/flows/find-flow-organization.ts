import type { Failure } from '../failure.ts'
import type { Organization } from '../organizations/organization.ts'
import type { OrganizationStore } from '../organizations/organization-store.ts'
import { ok, type Result } from '../result.ts'
import type { FlowRepository } from './flow-repository.ts'

interface FindFlowOrganizationDeps {
  readonly organization: OrganizationStore
  readonly flows: FlowRepository
}

/** Which of the person's other organizations a flow belongs to; null when it is none of them. */
export type FindFlowOrganization = (flowId: string) => Promise<Result<Organization | null>>

/** Fails only when the flow was not found and an organization could not be asked. */
export const makeFindFlowOrganization =
  ({ organization, flows }: FindFlowOrganizationDeps): FindFlowOrganization =>
  async (flowId) => {
    const { organizations, active } = organization.get()
    const others = organizations.filter(({ id }) => id !== active?.id)
    const answers = await Promise.all(
      others.map(async (other) => ({ other, answer: await flows.get(other.id, flowId) })),
    )
    const home = answers.find(({ answer }) => answer.ok)
    if (home) return ok(home.other)
    for (const { answer } of answers) if (!answer.ok && !isElsewhere(answer.failure)) return answer
    return ok(null)
  }

const isElsewhere = (failure: Failure) => failure.kind === 'http' && (failure.status === 404 || failure.status === 403)
