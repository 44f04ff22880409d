import { sentence } from '../../../core/catalog/sentence.ts'
import type { Query } from '../../store/database/database.ts'
import { recordEnded } from '../../store/organizations/ended-organizations.ts'
import { deleteOrganization } from '../../store/organizations/organizations.ts'
import { deleteServiceMembers } from '../../store/organizations/service-members.ts'
import { findSubscription } from '../../store/organizations/subscriptions.ts'
import { RequestError } from '../request-error.ts'

/** For a subscription that would still be charged. */
const PAID_STATES = ['active', 'trialing', 'past_due', 'unpaid']

/** Deletes an organization with everything in it permanently. @throws RequestError conflict while its plan is still charged */
export async function endOrganization(query: Query, id: string): Promise<void> {
  await refuseWhileCharged(query, id)
  await deleteServiceMembers(query, id)
  await deleteOrganization(query, id)
  await recordEnded(query, id)
}

/** @throws RequestError conflict while its plan is still charged */
export async function refuseWhileCharged(query: Query, id: string): Promise<void> {
  const subscription = await findSubscription(query, id)
  const isCharged =
    subscription !== undefined &&
    subscription.plan_id !== 'free' &&
    PAID_STATES.includes(subscription.status) &&
    !subscription.cancel_at_period_end
  if (isCharged) {
    throw new RequestError(
      'conflict',
      'SUBSCRIBED',
      sentence`Its plan would still be charged. Cancel the subscription first, under Manage on the billing page.`,
    )
  }
}
