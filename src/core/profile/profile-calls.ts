import type { CallsOf } from '../calls-of.ts'
import type { Language } from '../catalog/languages.ts'
import type { ProfileDeps } from './deps.ts'
import { makeFetchProfile } from './fetch-profile.ts'
import { makeUpdateProfile } from './update-profile.ts'

export const PROFILE_CALLS = {
  fetchProfile: makeFetchProfile,
  updateProfile: makeUpdateProfile,
  /** Mails reach the person in that language from now on. */
  keepLanguage:
    ({ profiles }: ProfileDeps) =>
    (language: Language) =>
      profiles.update({ language }),
  syncProfile:
    ({ profiles }: ProfileDeps) =>
    () =>
      profiles.sync(),
  /** All that the server keeps of the person, as JSON to read. */
  exportPersonalData:
    ({ profiles }: ProfileDeps) =>
    () =>
      profiles.export(),
  /** What leaving for good means for each organization. */
  listOwnerships:
    ({ profiles }: ProfileDeps) =>
    () =>
      profiles.ownerships(),
}

export type ProfileCalls = CallsOf<typeof PROFILE_CALLS>
