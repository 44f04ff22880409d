import type { TourState } from '../catalog/tour-states.ts'
import type { PreferenceStore } from '../preferences/preferences.ts'
import type { Result } from '../result.ts'
import type { ProfileDeps } from './deps.ts'
import type { Profile } from './profile.ts'

export type KeepTour = (tour: TourState) => Promise<Result<Profile>>

/** Starts or ends the person's tour at once, and stores it on the server, or in this browser if the server cannot. */
export const makeKeepTour =
  ({ profiles, session, preferences }: ProfileDeps & { readonly preferences: PreferenceStore }): KeepTour =>
  async (tour) => {
    const { user, profile } = session.get()
    session.keepProfile({ ...profile, tour }, user)
    const { tour: _before, ...others } = preferences.load()
    const stored = await profiles.update({ tour })
    preferences.save(stored.ok || tour === 'started' ? others : { ...others, tour: 'over' })
    return stored
  }
