import type { Language } from '../catalog/languages.ts'
import type { TourState } from '../catalog/tour-states.ts'

/** The product's own record of the signed-in person; any field may be missing. */
export interface Profile {
  readonly uid?: string
  readonly email?: string
  readonly emailVerified?: boolean
  readonly displayName?: string
  readonly photoUrl?: string
  /** Absent while the person has neither started nor ended the tour. */
  readonly tour?: TourState
  readonly createdAt?: string
}

export interface ProfileChange {
  readonly displayName?: string
  /** `null` removes the picture. */
  readonly photoUrl?: string | null
  /** The language of e-mail to the user. */
  readonly language?: Language
  readonly tour?: TourState
}

/** The person's relation to one of their organizations. */
export interface Ownership {
  readonly id: string
  readonly name: string
  /** There is no other owner. */
  readonly soleOwner: boolean
  readonly members: number
}
