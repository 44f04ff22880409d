import type { Capability } from '../../core/catalog/connection-types.ts'
import type { ConnectorContext, TestStage } from '../connectors/connector.ts'
import type { OpenedConnection } from './open-endpoint.ts'
import { Refusal } from './refusal.ts'

/** The stages of a passed test. @throws Refusal CONNECTION_TEST_FAILED with the stages, so that every client sees the failure */
export async function testConnection(
  { connector, endpoint }: OpenedConnection,
  capability: Capability,
  context: ConnectorContext,
): Promise<readonly TestStage[]> {
  const stages = await connector.test(endpoint, capability, context)
  const failed = stages.find(({ status }) => status === 'failed')
  if (!failed) return stages
  throw new Refusal(422, 'CONNECTION_TEST_FAILED', failed.problem?.message ?? 'The connection test failed', {
    stages,
    stage: failed.stage,
    ...(failed.problem && { hint: failed.problem.hint, field: failed.problem.field }),
  })
}
