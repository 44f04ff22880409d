import type { CallsOf } from '../calls-of.ts'
import type { Language } from '../catalog/languages.ts'
import type { ProfileDeps } from './deps.ts'
import { makeFetchProfile } from './fetch-profile.ts'
import { makeKeepTour } from './keep-tour.ts'
import { makeUpdateProfile } from './update-profile.ts'

export const PROFILE_CALLS = {
  fetchProfile: makeFetchProfile,
  updateProfile: makeUpdateProfile,
  /** Sets the language of future e-mail to the user. */
  keepLanguage:
    ({ profiles }: ProfileDeps) =>
    (language: Language) =>
      profiles.update({ language }),
  keepTour: makeKeepTour,
  syncProfile:
    ({ profiles }: ProfileDeps) =>
    () =>
      profiles.sync(),
  /** All stored data about the person, as JSON for reading. */
  exportPersonalData:
    ({ profiles }: ProfileDeps) =>
    () =>
      profiles.export(),
  /** The consequences of deleting the account for each organization. */
  listOwnerships:
    ({ profiles }: ProfileDeps) =>
    () =>
      profiles.ownerships(),
}

export type ProfileCalls = CallsOf<typeof PROFILE_CALLS>
