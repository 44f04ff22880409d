import type { Result } from '../result.ts'
import type { Identity } from './identity.ts'

export type SendPasswordReset = (email: string) => Promise<Result<void>>

export const makeSendPasswordReset =
  ({ identity }: { readonly identity: Identity }): SendPasswordReset =>
  (email) =>
    identity.sendPasswordReset(email)
