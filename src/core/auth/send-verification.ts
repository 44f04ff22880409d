import type { Result } from '../result.ts'
import type { Identity } from './identity.ts'

/** Sends the mail that proves that the signed-in person's address is theirs, once more. */
export type SendVerification = () => Promise<Result<void>>

export const makeSendVerification =
  ({ identity }: { readonly identity: Identity }): SendVerification =>
  () =>
    identity.sendVerification()
