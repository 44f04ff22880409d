import type { Result } from '../result.ts'
import type { SampleData } from './sample-data.ts'

/** Makes sample data where the server offers it; elsewhere `not-offered`. */
export interface SampleDataRepository {
  create(organizationId: string): Promise<Result<SampleData>>
}
