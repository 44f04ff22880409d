import { z } from 'zod/mini'

import { ROLES } from '../../core/catalog/permissions.ts'
import { inEnglish, sentence } from '../../core/catalog/sentence.ts'
import { KEY_FATES } from '../../core/catalog/service-keys.ts'
import type { RouteRequest } from '../route.ts'

export const roles = z
  .array(z.enum(ROLES))
  .check(z.minLength(1, inEnglish(sentence`At least one role is required`)), z.maxLength(ROLES.length))

/** What becomes of the keys that the member has made. Absent: they stay, and may no more than the member. */
const keys = z.optional(z.enum(KEY_FATES))

const updateMemberRequest = z.strictObject({ roles, keys })

export const MEMBER_REQUESTS = {
  listMembers: { summary: 'The members of an organization' },
  updateMember: { readBy: { call: 'listMembers' }, summary: 'Changes a member’s roles', request: updateMemberRequest },
  removeMember: {
    summary: 'Removes a member, or leaves the organization; says what becomes of the keys that the member has made',
    query: z.strictObject({ keys }),
  },
} satisfies Record<string, RouteRequest>
