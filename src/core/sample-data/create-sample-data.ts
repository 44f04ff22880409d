import { type ActiveOrganization, inOrganization } from '../organizations/active-organization.ts'
import type { Result } from '../result.ts'
import type { SampleData } from './sample-data.ts'
import type { SampleDataRepository } from './sample-data-repository.ts'

export interface CreateSampleDataDeps {
  readonly organization: ActiveOrganization
  readonly sampleData: SampleDataRepository
}

export type CreateSampleData = () => Promise<Result<SampleData>>

export const makeCreateSampleData =
  ({ organization, sampleData }: CreateSampleDataDeps): CreateSampleData =>
  () =>
    inOrganization(organization, (organizationId) => sampleData.create(organizationId))
