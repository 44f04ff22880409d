import type { LimitKind } from './limits.ts'
import { type Sentence, sentence } from './sentence.ts'
import { ORGANIZATION_DAYS } from './trash.ts'

interface Reached {
  readonly count: number
  readonly limit: number
}

const SENTENCES = {
  organizations: ({ count, limit }) =>
    sentence`This account owns ${count} of at most ${limit} organizations, those deleted in the last ${ORGANIZATION_DAYS} days included. Delete one, or ask whoever runs this server for more.`,
  flows: ({ count, limit }) =>
    sentence`This organization has ${count} of at most ${limit} flows. Delete those that nobody needs, or ask whoever runs this server for more.`,
  connections: ({ count, limit }) =>
    sentence`This organization has ${count} of at most ${limit} connections. Delete those that nobody needs, or ask whoever runs this server for more.`,
  integrations: ({ count, limit }) =>
    sentence`This organization has ${count} of at most ${limit} integrations, those of connections with their own credentials included. Delete those that nobody needs, or ask whoever runs this server for more.`,
  'alert-channels': ({ count, limit }) =>
    sentence`This organization has ${count} of at most ${limit} alert channels. Delete those that nobody needs, or ask whoever runs this server for more.`,
  keys: ({ count, limit }) =>
    sentence`This organization has ${count} of at most ${limit} keys. Revoke those that are not used, or ask whoever runs this server for more.`,
  invitations: ({ count, limit }) =>
    sentence`This organization has ${count} of at most ${limit} open invitations. Withdraw those that nobody accepts, or ask whoever runs this server for more.`,
  trash: ({ count, limit }) =>
    sentence`The trash of this organization has ${count} of at most ${limit} things. Delete some of them permanently, or ask whoever runs this server for more.`,
  'saved-views': ({ count, limit }) =>
    sentence`This organization has ${count} of at most ${limit} saved views of lists. Delete those that nobody needs, or ask whoever runs this server for more.`,
} as const satisfies Readonly<Record<LimitKind, (reached: Reached) => Sentence>>

/** How much there is, how much there may be, and what to do: before a limit is reached, and when it refuses. */
export const limitSentence = (kind: LimitKind, reached: Reached): Sentence => SENTENCES[kind](reached)
