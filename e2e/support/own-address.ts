import { randomInt } from 'node:crypto'

/**
 * Headers of somebody at an address of their own, as the server takes it from a proxy that it trusts. Everybody at one address together may try ten
 * links of invitations a minute, which journeys that go on side by side need in less.
 */
export const ownAddress = (): { readonly 'x-forwarded-for': string } => ({
  'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
})
