import { z } from 'zod/mini'

import { auditChange } from './audit.ts'
import type { CODE_REQUESTS } from './requests/code.ts'
import { routes } from './route.ts'
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
  /** `flow`, `connection` or `integration`. */
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

export type CodePlanResponse = z.output<typeof codePlan>

export const CODE_ROUTES = routes<typeof CODE_REQUESTS>()({
  exportCode: {
    method: 'GET',
    path: '/v1/organizations/:orgId/code',
    access: 'integration.details',
    response: z.looseObject({ files: z.array(codeFile) }),
    status: 200,
  },
  planCode: {
    method: 'POST',
    path: '/v1/organizations/:orgId/code/plan',
    access: 'integration.details',
    response: codePlan,
    status: 200,
  },
  applyCode: {
    method: 'POST',
    path: '/v1/organizations/:orgId/code/apply',
    access: 'flow.write',
    response: codePlan,
    status: 200,
  },
})
