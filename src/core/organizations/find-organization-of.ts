import type { Failure } from '../failure.ts'
import { ok, type Result } from '../result.ts'
import type { Organization } from './organization.ts'
import type { OrganizationStore } from './organization-store.ts'

/**
 * The person's other organization that has an object; null if none has it. Fails only if it was not found
 * and a request to an organization failed.
 */
export async function findOrganizationOf(
  organization: OrganizationStore,
  ask: (organizationId: string) => Promise<Result<unknown>>,
): Promise<Result<Organization | null>> {
  const { organizations, active } = organization.get()
  const others = organizations.filter(({ id }) => id !== active?.id)
  const answers = await Promise.all(others.map(async (other) => ({ other, answer: await ask(other.id) })))
  const home = answers.find(({ answer }) => answer.ok)
  if (home) return ok(home.other)
  for (const { answer } of answers) if (!answer.ok && !isElsewhere(answer.failure)) return answer
  return ok(null)
}

const isElsewhere = (failure: Failure) => failure.kind === 'http' && (failure.status === 404 || failure.status === 403)
