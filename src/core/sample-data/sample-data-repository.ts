import type { Result } from '../result.ts'
import type { SampleData } from './sample-data.ts'

/** Creates sample data if the server offers it; otherwise `not-offered`. */
export interface SampleDataRepository {
  create(organizationId: string): Promise<Result<SampleData>>
}
