import { randomBytes } from 'node:crypto'

import type { Owner, SealedCredentials, Vault } from './vault.ts'

/** The signing secret of a webhook's messages, or of an inbound URL. After a rotation both secrets, until the other side has had a day to change. */
export interface ChannelSecrets {
  readonly present: string
  readonly before?: { readonly secret: string /** Milliseconds since 1970. */; readonly until: number }
}

const OVERLAP_MS = 24 * 60 * 60 * 1000

/** In the format of Standard Webhooks: 24 to 64 random bytes, with a prefix that secret scanners recognize. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** Whether others could sign with it, too: 24 to 64 bytes. */
export const isSigningSecret = (text: string): boolean => {
  const [, content = ''] = /^whsec_([A-Za-z0-9+/]+=*)$/.exec(text) ?? []
  const { length } = Buffer.from(content, 'base64')
  return length >= 24 && length <= 64
}

/** @param next the new secret, unless it is made here */
export const rotated = ({ present }: ChannelSecrets, now: number, next = newSecret()): ChannelSecrets => ({
  present: next,
  before: { secret: present, until: now + OVERLAP_MS },
})

/** Every secret that signs a message now, the current one first. */
export const secretsAt = ({ present, before }: ChannelSecrets, now: number): readonly string[] =>
  before && now < before.until ? [present, before.secret] : [present]

/** A channel's secrets can be opened only for this channel of this organization. */
export const channelOwner = (organizationId: string, channelId: string): Owner => ({
  organizationId,
  integrationId: `alert channel ${channelId}`,
})

/** The secrets of an inbound URL can be opened only for this flow of this organization. */
export const inboundOwner = (organizationId: string, flowId: string): Owner => ({
  organizationId,
  integrationId: `inbound url ${flowId}`,
})

export const sealSecrets = (vault: Vault, owner: Owner, secrets: ChannelSecrets): SealedCredentials =>
  vault.seal(owner, { ...secrets })

/** @throws VaultError */
export const openSecrets = (vault: Vault, owner: Owner, sealed: SealedCredentials): ChannelSecrets =>
  vault.open<ChannelSecrets>(owner, sealed)
