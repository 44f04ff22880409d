import type { Result } from '../result.ts'
import type { ProfileRepository } from './profile-repository.ts'

/** All that the server keeps of the person, as JSON to read. */
export type ExportPersonalData = () => Promise<Result<string>>

export const makeExportPersonalData =
  ({ profiles }: { readonly profiles: ProfileRepository }): ExportPersonalData =>
  () =>
    profiles.export()
