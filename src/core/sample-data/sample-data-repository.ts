import type { Connection } from '../connections/connection.ts'
import type { Result } from '../result.ts'
import type { SampleData } from './sample-data.ts'
import type { StandIns, WantedStandIn } from './stand-ins.ts'

/** What there is to try the product with, if the server offers it; otherwise `not-offered`. */
export interface SampleDataRepository {
  create(organizationId: string): Promise<Result<SampleData>>
  standIns(organizationId: string): Promise<Result<StandIns>>
  addStandIn(organizationId: string, wanted: WantedStandIn): Promise<Result<Connection>>
  removeStandIns(organizationId: string): Promise<Result<void>>
}
