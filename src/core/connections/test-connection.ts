import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { TestStage } from './connection-test.ts'
import type { ConnectionDeps } from './list-connections.ts'

export type TestConnection = (connectionId: string) => Promise<Result<readonly TestStage[]>>

export const makeTestConnection =
  ({ organization, connections }: ConnectionDeps): TestConnection =>
  (connectionId) =>
    inOrganization(organization, (organizationId) => connections.test(organizationId, connectionId))
