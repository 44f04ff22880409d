import type { Session } from '../auth/session.ts'
import type { ProfileRepository } from './profile-repository.ts'

export interface ProfileDeps {
  readonly profiles: ProfileRepository
  readonly session: Session
}
