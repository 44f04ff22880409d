import type { AlertChannelRow } from '../../store/alerts/alert-channels.ts'
import type { AlertDeliveryRow } from '../../store/alerts/alert-deliveries.ts'
import type { Member } from '../members/member.ts'

/** Sends a test message at once. @returns the delivery with the receiver's answer */
export type TestAlert = (channel: AlertChannelRow, end: AbortSignal) => Promise<AlertDeliveryRow>

/**
 * Sends the message of a delivery again at once, under the same id: one that still waits is tried now, of any other there is a new delivery.
 * @returns the delivery with the receiver's answer
 * @throws RequestError not found; invalid for e-mail and catalogues
 */
export type ReplayAlert = (member: Member, deliveryId: string, end: AbortSignal) => Promise<AlertDeliveryRow>
