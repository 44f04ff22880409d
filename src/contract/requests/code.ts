import { z } from 'zod/mini'

import { LONGEST_CODE_FILE, MAX_CODE_FILES } from '../../core/catalog/code/code-documents.ts'
import { LONGEST_PROPOSAL } from '../../core/catalog/code/flow-proposals.ts'
import type { RouteRequest } from '../route.ts'

const MEGABYTE = 1_048_576

const files = z
  .array(
    z.strictObject({
      /** The path of the file in its folder, `flows/orders.yaml`. */
      name: z.string().check(z.minLength(1), z.maxLength(300)),
      /** YAML, one document or several. */
      text: z.string().check(z.maxLength(LONGEST_CODE_FILE)),
    }),
  )
  .check(z.minLength(1), z.maxLength(MAX_CODE_FILES))

const planned = {
  files,
  /** The values of the secrets to which the files refer, by their references; a stored secret without a value here stays as it is. */
  secrets: z._default(z.record(z.string(), z.string()), {}),
  /** Whether what is in no file is removed; alert channels only if the files have some. */
  prune: z._default(z.boolean(), false),
}

/** Of the plan that somebody has read: refused if anything has changed since. Absent: any state. */
const state = z.optional(z.string().check(z.maxLength(100)))

/** A plan and an apply write to every part of an organization in one transaction. */
const limit = { calls: 60, seconds: 60 }

export const CODE_REQUESTS = {
  exportCode: {
    summary: 'All flows, connections, integrations and alert channels as YAML files; secrets only as references',
  },
  planCode: {
    summary: 'What files would change, and everything that is wrong with them; changes nothing',
    limit,
    largest: 16 * MEGABYTE,
    request: z.strictObject(planned),
  },
  tryCode: {
    summary:
      'Starts dry runs of flows as files say them: of those that change, three with each call; nothing is saved or written. A flow whose connection changes is told with the reason',
    // Dry runs of small tables are over within a second.
    limit: { calls: 300, seconds: 60 },
    largest: 16 * MEGABYTE,
    request: z.strictObject({
      ...planned,
      state,
      /** Whether flows that do not change are tried, too. */
      all: z._default(z.boolean(), false),
      /** Of the answer before. */
      cursor: z.optional(z.string().check(z.maxLength(20))),
    }),
  },
  proposeFlow: {
    summary:
      'Proposes a flow as a document of YAML (kind flow, docs/flows-as-code.md): says what it would change and what is wrong with it, and keeps it for a person, who applies or discards it. No flow changes',
    limit,
    request: z.strictObject({ text: z.string().check(z.minLength(1), z.maxLength(LONGEST_PROPOSAL)) }),
  },
  listFlowProposals: { summary: 'The flows that programs have proposed in the last seven days' },
  deleteFlowProposal: { summary: 'Closes a proposal: it was applied, or is not wanted' },
  applyCode: {
    summary: 'Makes flows, connections, integrations and alert channels what files say, all or nothing',
    limit,
    largest: 16 * MEGABYTE,
    request: z.strictObject({
      ...planned,
      state,
    }),
  },
} satisfies Record<string, RouteRequest>
