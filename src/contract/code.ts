import { z } from 'zod/mini'

import { auditChange } from './audit.ts'
import { instant } from './primitives.ts'
import type { CODE_REQUESTS } from './requests/code.ts'
import { inOrganization, routes } from './route.ts'
import { sentence } from './sentence.ts'

const text = z.optional(z.string())

const codeFile = z.looseObject({
  /** The path of the file in its folder. */
  name: z.string(),
  text: z.string(),
})

/** Something that a plan changes. */
const codeChange = z.looseObject({
  /** `created`, `changed`, `renamed`, `restored` or `removed`. */
  action: z.string(),
  /** `flow`, `connection`, `integration` or `alert-channel`. */
  kind: z.string(),
  name: z.string(),
  previous_name: text,
  /** Absent for what is removed, because no file has it. */
  file: text,
  /** Absent for what does not exist yet. */
  id: text,
  /** In the form of the audit log. */
  changes: z.optional(z.array(auditChange)),
})

const codeFault = z.looseObject({
  file: z.string(),
  line: z.optional(z.number()),
  /** The path in the document, `streams.0.mode`. */
  field: text,
  message: z.string(),
  sentence,
  /** The reference of a secret that is needed and has no value. */
  secret: text,
})

const codePlan = z.looseObject({
  /** Of the organization at the time of the plan; applying needs the same. */
  state: z.string(),
  changes: z.array(codeChange),
  /** How many documents change nothing. */
  unchanged: z.number(),
  /** With one of them, nothing can be applied. */
  faults: z.array(codeFault),
})

const triedFlow = z.looseObject({
  name: z.string(),
  file: z.string(),
  /** As in a plan; absent: the flow does not change. */
  action: text,
  /** Of its dry run; absent: it was not tried. */
  run_id: text,
  /** Why it was not tried. */
  message: text,
  sentence,
})

const flowProposal = z.looseObject({
  id: z.string(),
  /** Of the flow. */
  name: z.string(),
  /** One document of YAML. */
  text: z.string(),
  /** The name of who proposed it; null: it was removed. */
  proposed_by: z.nullish(z.string()),
  created_at: instant,
})

export type CodePlanResponse = z.output<typeof codePlan>
export type TriedFlowResponse = z.output<typeof triedFlow>

export const CODE_ROUTES = routes<typeof CODE_REQUESTS>()({
  exportCode: inOrganization(
    'GET',
    '/code',
    'integration.details',
    200,
    z.looseObject({
      files: z.array(codeFile),
      /** What would be in the files if there is any. Alert channels are left out for who may not see them. */
      kinds: z.optional(z.array(z.string())),
    }),
  ),
  planCode: inOrganization('POST', '/code/plan', 'integration.details', 200, codePlan),
  tryCode: inOrganization(
    'POST',
    '/code/dry-runs',
    'integration.details',
    200,
    z.looseObject({
      /** Of the organization, as in a plan. */
      state: z.string(),
      flows: z.array(triedFlow),
      /** There are more flows: ask again when these dry runs are over. */
      next_cursor: z.nullish(z.string()),
    }),
  ),
  proposeFlow: inOrganization(
    'POST',
    '/flow-proposals',
    'flow.run',
    200,
    z.looseObject({
      ...codePlan.shape,
      /** Of the proposal that is kept for a person; absent with a fault, or if nothing would change. */
      id: text,
      /** The page on which a person applies or discards it. */
      path: text,
    }),
  ),
  listFlowProposals: inOrganization('GET', '/flow-proposals', 'integration.details', 200, z.array(flowProposal)),
  deleteFlowProposal: inOrganization('DELETE', '/flow-proposals/:proposalId', 'flow.write', 204, null),
  applyCode: inOrganization('POST', '/code/apply', 'flow.write', 200, codePlan),
})
