import type { ActiveOrganization } from '../organizations/active-organization.ts'
import { forOrganization } from '../organizations/for-organization.ts'
import type { SampleDataRepository } from './sample-data-repository.ts'
import type { WantedStandIn } from './stand-ins.ts'

interface SampleDataDeps {
  readonly organization: ActiveOrganization
  readonly sampleData: SampleDataRepository
}

const ask = forOrganization<SampleDataDeps>()

export const SAMPLE_DATA_CALLS = {
  createSampleData: ask(({ sampleData }, organizationId) => sampleData.create(organizationId)),
  listStandIns: ask(({ sampleData }, organizationId) => sampleData.standIns(organizationId)),
  addStandIn: ask(({ sampleData }, organizationId, wanted: WantedStandIn) =>
    sampleData.addStandIn(organizationId, wanted),
  ),
  removeStandIns: ask(({ sampleData }, organizationId) => sampleData.removeStandIns(organizationId)),
}
