import type { Capability } from '../../../core/catalog/connections/connection-types.ts'
import { defined } from '../../../core/catalog/defined.ts'
import { inEnglish, sentence } from '../../../core/catalog/sentence.ts'
import { wordsOf } from '../../../core/catalog/words.ts'
import type { ConnectorContext, Problem, TestStage } from '../../../engine/ports/connector.ts'
import { type LastTest, saveLastTest } from '../../store/connections/connections.ts'
import { recordAudit } from '../../store/organizations/audit.ts'
import { type Member, requirePermission } from '../members/member.ts'
import { RequestError } from '../request-error.ts'
import { requireConnection } from './change-connections.ts'
import { checkCapability } from './check-connection.ts'
import { recordDraftTest } from './draft-tests.ts'
import { type OpenedConnection, type Opening, openEndpoint } from './open-endpoint.ts'
import { type DraftConnection, openUnsavedEndpoint } from './open-unsaved-endpoint.ts'

/** Runs a test, and returns the result in the form of the list of connections. */
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
  const begun = performance.now()
  const stages = await connector.test(endpoint, capability, context)
  const failed = stages.find(({ status }) => status === 'failed')
  const milliseconds = Math.round(performance.now() - begun)
  return { stages, failed, lastTest: defined({ ok: !failed, at, stage: failed?.stage, milliseconds }) }
}

/** Tests a saved connection and stores the result. @returns the stages. @throws RequestError */
export async function testConnection(
  { database, vault, confirmConsent }: Opening,
  { organizationId, person }: Member,
  id: string,
  context: ConnectorContext,
): Promise<readonly DescribedStage[]> {
  await confirmConsent.ofConnection(organizationId, id)
  const { opened, capability } = await database.inOrganization(organizationId, async (query) => {
    const row = await requireConnection(query, organizationId, id)
    await recordAudit(query, organizationId, person, { action: 'connection.tested', id, name: row.name })
    return { opened: await openEndpoint(query, vault, organizationId, id), capability: row.capability }
  })
  return passedStages(opened, capability, context, (lastTest) =>
    database.inOrganization(organizationId, (query) => saveLastTest(query, organizationId, id, lastTest)),
  )
}

/** Tests a connection as typed so far, and stores the result for when it is saved. @returns the stages. @throws RequestError */
export async function testUnsavedConnection(
  { database, vault, confirmConsent }: Opening,
  member: Member,
  draft: DraftConnection & { readonly capability: Capability },
  context: ConnectorContext,
): Promise<readonly DescribedStage[]> {
  const { organizationId, person } = member
  if (draft.credentials) requirePermission(member, 'integration.write')
  if (draft.integrationId !== undefined) await confirmConsent.ofIntegration(organizationId, draft.integrationId)
  const opened = await database.inOrganization(organizationId, async (query) => {
    const unsaved = await openUnsavedEndpoint(query, vault, organizationId, draft)
    await recordAudit(query, organizationId, person, { action: 'connection.tested', name: draft.type })
    return unsaved
  })
  const capability = checkCapability(draft.type, draft.capability)
  return passedStages(opened, capability, context, (lastTest) =>
    database.inOrganization(organizationId, (query) =>
      recordDraftTest({ query, vault, organizationId }, opened, capability, lastTest),
    ),
  )
}

/**
 * The stages of a passed test. @param remember receives the result
 * @throws RequestError CONNECTION_TEST_FAILED with the stages, so that every client sees the failure
 */
async function passedStages(
  opened: OpenedConnection,
  capability: Capability,
  context: ConnectorContext,
  remember: (lastTest: LastTest) => Promise<unknown>,
): Promise<readonly DescribedStage[]> {
  const { stages, failed, lastTest } = await outcomeOfTest(opened, capability, context)
  await remember(lastTest)
  const described = stages.map(describeStage)
  if (!failed) return described
  const { message, hint, field }: Partial<Problem> & Pick<Problem, 'message'> = failed.problem ?? {
    message: sentence`The connection test failed`,
  }
  throw new RequestError(
    'invalid',
    'CONNECTION_TEST_FAILED',
    message,
    defined({ stages: described, stage: failed.stage, hint: hint && inEnglish(hint), hint_sentence: hint, field }),
  )
}

type DescribedStage = ReturnType<typeof describeStage>

/** A stage of a connection test with its English texts and their sentences for translation. */
const describeStage = ({ detail, problem, ...stage }: TestStage) => ({
  ...stage,
  ...defined({
    detail: detail && inEnglish(detail),
    detail_sentence: detail,
    problem: problem && describeProblem(problem),
  }),
})

const describeProblem = ({ message, hint, ...problem }: Problem) => ({
  ...problem,
  ...wordsOf(defined({ message, hint })),
})
