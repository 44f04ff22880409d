import { randomBytes } from 'node:crypto'

import type { Owner, SealedCredentials, Vault } from './vault.ts'

/** What a webhook's messages are signed with. After a rotation both, until the receiver has had a day to change over. */
export interface ChannelSecrets {
  readonly present: string
  readonly before?: { readonly secret: string /** Milliseconds since 1970. */; readonly until: number }
}

const OVERLAP_MS = 24 * 60 * 60 * 1000

/** As Standard Webhooks wants secrets: 24 to 64 random bytes, recognisable by those who look for leaked ones. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

export const rotated = ({ present }: ChannelSecrets, now: number): ChannelSecrets => ({
  present: newSecret(),
  before: { secret: present, until: now + OVERLAP_MS },
})

/** Every secret that a message of this moment is signed with, the present one first. */
export const secretsAt = ({ present, before }: ChannelSecrets, now: number): readonly string[] =>
  before && now < before.until ? [present, before.secret] : [present]

/** A channel's secrets open for this channel of this organization only. */
export const channelOwner = (organizationId: string, channelId: string): Owner => ({
  organizationId,
  integrationId: `alert channel ${channelId}`,
})

export const sealSecrets = (vault: Vault, owner: Owner, secrets: ChannelSecrets): SealedCredentials =>
  vault.seal(owner, { ...secrets })

/** @throws VaultError */
export const openSecrets = (vault: Vault, owner: Owner, sealed: SealedCredentials): ChannelSecrets =>
  vault.open<ChannelSecrets>(owner, sealed)
