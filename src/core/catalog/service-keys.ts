import type { Permission } from './permissions.ts'

/** The beginning of every key, by which people and secret scanners recognize one. */
export const KEY_PREFIX = 'mlr_'

/** The beginning of the uid of every service member; no person has such a one. */
export const SERVICE_UID = 'service:'

/** How long a new key is valid, in days; nothing else: as long as nobody revokes it. */
export const KEY_DAYS = [30, 90, 365] as const

/** How long the key before a renewal stays valid, in hours. */
export const OVERLAP_HOURS = 24

/** How long a key is valid that was exchanged for a token, in minutes. */
export const SHORT_KEY_MINUTES = 15

/** How long a command line waits for the key that a person creates in the browser, in minutes. */
export const KEY_REQUEST_MINUTES = 10

/** What a person compares, for example `WDJB-MJHT`. */
export const LOGIN_CODE = /^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/

export const MAX_FEDERATED_CREDENTIALS = 20

/** What no key may do, whatever its role: a key that has leaked must not make others, or let people in or out. */
export const PEOPLE_ONLY: readonly Permission[] = [
  'organization.delete',
  'member.update',
  'member.remove',
  'invitation.write',
  'service-member.write',
  'billing.write',
]

/** What a key that is limited to some flows may do with them, if its role may: run, try and read, but change nothing. */
export const LIMITED_KEYS_MAY: readonly Permission[] = ['flow.read', 'flow.run', 'run.read', 'run.cancel', 'run.data']

/** What can become of the keys of somebody who is removed or gets a lower role: they end, or whoever decides is their maker from then on. */
export const KEY_FATES = ['revoke', 'take_over'] as const

export type KeyFate = (typeof KEY_FATES)[number]
