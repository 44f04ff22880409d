import type { Capability } from '../../../core/catalog/connection-types.ts'
import type { ConnectorContext, TestStage } from '../../../engine/ports/connector.ts'
import type { LastTest } from '../../store/connections/connections.ts'
import { RequestError } from '../request-error.ts'
import type { OpenedConnection } from './open-endpoint.ts'

/** Tests, and tells how it went as the list of connections shows it. */
export async function outcomeOfTest(
  { connector, endpoint }: OpenedConnection,
  capability: Capability,
  context: ConnectorContext,
): Promise<{
  readonly stages: readonly TestStage[]
  readonly failed: TestStage | undefined
  readonly lastTest: LastTest
}> {
  const at = new Date().toISOString()
  const stages = await connector.test(endpoint, capability, context)
  const failed = stages.find(({ status }) => status === 'failed')
  return { stages, failed, lastTest: { ok: !failed, at, ...(failed && { stage: failed.stage }) } }
}

/**
 * The stages of a passed test. @param remember gets to know how it went
 * @throws RequestError CONNECTION_TEST_FAILED with the stages, so that every client sees the failure
 */
export async function testConnection(
  opened: OpenedConnection,
  capability: Capability,
  context: ConnectorContext,
  remember: (lastTest: LastTest) => Promise<unknown>,
): Promise<readonly TestStage[]> {
  const { stages, failed, lastTest } = await outcomeOfTest(opened, capability, context)
  await remember(lastTest)
  if (!failed) return stages
  throw new RequestError(422, 'CONNECTION_TEST_FAILED', failed.problem?.message ?? 'The connection test failed', {
    stages,
    stage: failed.stage,
    ...(failed.problem && { hint: failed.problem.hint, field: failed.problem.field }),
  })
}
