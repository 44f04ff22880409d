import { inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { RunDeps } from './list-flow-runs.ts'

/** What a run did, as a document to be kept: a person, or a program of theirs, reads it, and we do not. */
export type RunReceipt = Readonly<Record<string, unknown>>

export type FetchRunReceipt = (runId: string) => Promise<Result<RunReceipt>>

export const makeFetchRunReceipt =
  ({ organization, runs }: RunDeps): FetchRunReceipt =>
  (runId) =>
    inOrganization(organization, (organizationId) => runs.receipt(organizationId, runId))
