import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { TestStage, UnsavedConnection } from './connection-test.ts'
import type { ConnectionDeps } from './list-connections.ts'

export type TestUnsavedConnection = (connection: UnsavedConnection) => Promise<Result<readonly TestStage[]>>

export const makeTestUnsavedConnection =
  ({ organization, connections }: ConnectionDeps): TestUnsavedConnection =>
  (connection) =>
    inOrganization(organization, (organizationId) => connections.testUnsaved(organizationId, connection))
