import { randomUUID } from 'node:crypto'

import { channelOfOrganization } from '../../store/database/announcement.ts'
import type { Listening, Notifications } from '../../store/database/notifications.ts'
import { type EventSink, eventBytes } from './server-sent-events.ts'

interface OpenFlow {
  readonly organizationId: string
  readonly flowId: string
}

interface Person {
  readonly uid: string
  readonly name: string | null
}

/** What one process tells the others; it is others to itself as well. */
interface Announcement {
  readonly o: string
  readonly f: string
  readonly p: string
  readonly a: boolean
  readonly u: readonly Person[]
}

interface Seat {
  readonly uid: string
  readonly sink: EventSink
  /** The list that it was last sent. */
  seen?: string
}

interface Room extends OpenFlow {
  readonly seats: Set<Seat>
  /** By process. */
  readonly others: Map<string, { readonly people: readonly Person[]; readonly at: number }>
  readonly announcing: NodeJS.Timeout
  readonly listening: Listening
}

export interface FlowPresence {
  /** The person has the flow open, until the sink is closed. */
  enter(flow: OpenFlow, person: { readonly uid: string; readonly sink: EventSink }): void
}

interface Options {
  readonly notifications: Pick<Notifications, 'listen'>
  readonly announce: (
    presence: OpenFlow & { readonly processId: string; readonly uids: readonly string[]; readonly asks: boolean },
  ) => Promise<unknown>
  readonly announceMs?: number
}

const ANNOUNCE_MS = 7_000

/**
 * Who has which flow open, for those who have it open too. Nothing is stored: processes tell each other every few seconds, and
 * forget a process that has been silent for three times as long.
 */
export function makeFlowPresence({ notifications, announce, announceMs = ANNOUNCE_MS }: Options): FlowPresence {
  const processId = randomUUID()
  const rooms = new Map<string, Room>()
  const keyOf = (organizationId: string, flowId: string) => `${organizationId}/${flowId}`

  const announceSeats = ({ organizationId, flowId, seats }: Room, asks = false) => {
    const uids = [...new Set(Array.from(seats, ({ uid }) => uid))]
    // The next one comes in a few seconds.
    announce({ organizationId, flowId, processId, uids, asks }).catch(() => undefined)
  }
  const refresh = (room: Room) => {
    for (const [process, { at }] of room.others) if (Date.now() - at > 3 * announceMs) room.others.delete(process)
    announceSeats(room)
    sendList(room)
  }

  const receive = (room: Room, payload: string | undefined) => {
    // After a gap.
    if (!payload) return announceSeats(room, true)
    for (const { o, f, p, a, u } of JSON.parse(payload) as readonly Partial<Announcement>[]) {
      if (o !== room.organizationId || f !== room.flowId || p === undefined || u === undefined) continue
      if (u.length === 0) room.others.delete(p)
      else room.others.set(p, { people: u, at: Date.now() })
      if (a && p !== processId) announceSeats(room)
      sendList(room)
    }
  }

  const open = (flow: OpenFlow): Room => {
    const room: Room = {
      ...flow,
      seats: new Set(),
      others: new Map(),
      announcing: setInterval(() => refresh(room), announceMs),
      listening: notifications.listen(channelOfOrganization(flow.organizationId), (payload) => receive(room, payload)),
    }
    return room
  }

  return {
    enter: (flow, { uid, sink }) => {
      if (sink.closed.aborted) return
      const key = keyOf(flow.organizationId, flow.flowId)
      const known = rooms.get(key)
      const room = known ?? open(flow)
      rooms.set(key, room)
      const seat: Seat = { uid, sink }
      room.seats.add(seat)
      // Others are asked when their answers can be heard.
      void room.listening.ready.then(() => announceSeats(room, !known))
      sink.closed.addEventListener(
        'abort',
        () => {
          room.seats.delete(seat)
          announceSeats(room)
          if (room.seats.size > 0) return
          clearInterval(room.announcing)
          room.listening.end()
          rooms.delete(key)
        },
        { once: true },
      )
    },
  }
}

/** Sends everybody in the room who is there, unless they know. */
function sendList({ flowId, seats, others }: Room): void {
  const people = new Map([...others.values()].flatMap(({ people }) => people.map((one) => [one.uid, one] as const)))
  const list = [...people.values()].sort((one, other) => (one.uid < other.uid ? -1 : 1))
  const seen = JSON.stringify(list)
  const bytes = eventBytes('presence', { flow_id: flowId, people: list })
  for (const seat of seats) {
    if (seat.seen === seen) continue
    seat.seen = seen
    seat.sink.send(bytes)
  }
}
