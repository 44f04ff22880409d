import type { OrganizationPurpose } from '../failure.ts'
import type { Result } from '../result.ts'
import { type ActiveOrganization, inOrganization } from './active-organization.ts'

/** Creates rows of a table of calls: each requests something of the active organization, and has no rule of its own. */
export const forOrganization =
  <Deps extends { readonly organization: ActiveOrganization }>() =>
  <Input extends unknown[], T>(
    ask: (deps: Deps, organizationId: string, ...input: Input) => Promise<Result<T>>,
    purpose?: OrganizationPurpose,
  ) =>
  (deps: Deps) =>
  (...input: Input): Promise<Result<T>> =>
    inOrganization(deps.organization, (organizationId) => ask(deps, organizationId, ...input), purpose)
