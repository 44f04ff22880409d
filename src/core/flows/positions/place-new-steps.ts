import { sameValue } from '../drafts/same-value.ts'
import type { Flow } from '../flow.ts'
import { flowPaths, SOURCE } from './flow-paths.ts'
import { type Direction, layOutFlow, STRIDE } from './lay-out-flow.ts'
import { movedOf, type Position, type Positions, positionsOf, type StoredPositions } from './positions.ts'

/** The room of a node on the canvas, in pixels. */
const NODE = { width: 168, height: 90 }

/**
 * Where the nodes are after steps were added, removed or put into another order. Nobody has dragged one: everything is laid out again.
 * Otherwise what somebody has dragged keeps its place. New steps come behind the ones before them, and what is there moves on; without new ones,
 * steps that nobody has dragged go to the place of their number.
 * @param before the flow as it was
 */
export function placeNewSteps(flow: Flow, known: StoredPositions, before: Flow, direction: Direction): StoredPositions {
  if (sameValue(orderOf(flow), orderOf(before))) return known
  const stored = withNewcomers(before, known, direction)
  if (isLaidOut(before, stored)) return movedOf(flow, layOutFlow(flow, direction))
  const ids = new Set(before.config.transformations.map(({ id }) => id))
  const added = flow.config.transformations.filter(({ id }) => !ids.has(id)).map(({ id }) => id)
  if (added.length === 0) return movedOf(flow, renumbered(flow, stored, positionsOf(before, stored)))
  // What has no place of its own stays where it was shown.
  const shown = positionsOf(before, stored)
  const kept = { ...shown, transformations: { ...positionsOf(flow, shown).transformations } }
  return movedOf(
    flow,
    added.reduce((positions, id) => withPlaced(flow, positions, id, direction), kept),
  )
}

/** Where the nodes are shown: those that nobody has dragged since they were laid out go in the direction of this window. */
export function shownPositions(flow: Flow, stored: StoredPositions, direction: Direction): Positions {
  const positions = positionsOf(flow, withNewcomers(flow, stored, direction))
  const other = layOutFlow(flow, direction === 'right' ? 'down' : 'right')
  // The default positions (spec §3) are for windows that are wide enough for them.
  const isTooWide = direction === 'down' && sameValue(positions, positionsOf(flow, {}))
  return isTooWide || sameValue(positions, other) ? layOutFlow(flow, direction) : positions
}

/**
 * With places for steps that came from elsewhere, another person or a program. Those beside steps that were laid out here are laid out with them.
 * What somebody has dragged keeps its place: a step that it would cover comes behind the one before it.
 */
function withNewcomers(flow: Flow, stored: StoredPositions, direction: Direction): StoredPositions {
  const { transformations } = flow.config
  const own = stored.transformations ?? {}
  const newcomers = transformations.filter(({ id }) => own[id] === undefined).map(({ id }) => id)
  if (newcomers.length === 0 || sameValue(positionsOf(flow, stored), positionsOf(flow, {}))) return stored
  const known = { ...flow, config: { ...flow.config, transformations: transformations.filter(({ id }) => own[id]) } }
  if (isLaidOut(known, stored)) return movedOf(flow, layOutFlow(flow, direction))
  const shown = positionsOf(flow, stored)
  const places = [shown.source, shown.destination, ...Object.values(own)]
  const covered = newcomers.filter((id) => places.some((place) => isOver(shown.transformations[id], place)))
  return movedOf(
    flow,
    covered.reduce((positions, id) => withPlaced(flow, positions, id, direction), shown),
  )
}

/** By more than half: a person may put a node close to another. */
const isOver = (one: Position | undefined, other: Position): boolean =>
  one !== undefined && Math.abs(one.x - other.x) < NODE.width / 2 && Math.abs(one.y - other.y) < NODE.height / 2

/**
 * A step stays where it was shown if the place of its number is taken: by what somebody has put there, or by another one that stays.
 * @param shown before
 */
function renumbered(flow: Flow, stored: StoredPositions, shown: Positions): Positions {
  const { source, destination, transformations } = positionsOf(flow, stored)
  const own = stored.transformations ?? {}
  const taken = [source, destination, ...Object.keys(transformations).flatMap((id) => own[id] ?? [])]
  const staying = new Map<string, Position>()
  const numbered = Object.entries(transformations).filter(([id]) => own[id] === undefined && shown.transformations[id])
  for (;;) {
    const covering = numbered.find(
      ([id, place]) => !staying.has(id) && taken.some((other) => isOver(place, other)),
    )?.[0]
    const place = covering === undefined ? undefined : shown.transformations[covering]
    if (covering === undefined || !place)
      return { source, destination, transformations: { ...transformations, ...Object.fromEntries(staying) } }
    staying.set(covering, place)
    taken.push(place)
  }
}

const orderOf = ({ config }: Flow) => config.transformations.map(({ id, stream }) => [id, stream])

/** Every node is where it is by default, or where it was laid out. */
const isLaidOut = (flow: Flow, stored: StoredPositions): boolean =>
  [positionsOf(flow, {}), layOutFlow(flow, 'right'), layOutFlow(flow, 'down')].some((places) =>
    sameValue(positionsOf(flow, stored), places),
  )

/** A new step behind the one before it; the nodes that it would cover, and those behind them, move on. */
function withPlaced(flow: Flow, positions: Positions, id: string, direction: Direction): Positions {
  const axis = direction === 'right' ? 'x' : 'y'
  const stride = STRIDE[direction]
  const comesFrom = flowPaths(flow.config).find(({ to }) => to === id)?.from ?? SOURCE
  const at = (node: string) => (node === SOURCE ? positions.source : positions.transformations[node])
  const origin = at(comesFrom) ?? positions.source
  const place = { ...origin, [axis]: origin[axis] + stride }
  const others = [
    positions.destination,
    ...Object.entries(positions.transformations).flatMap(([other, own]) => (other === id ? [] : [own])),
  ]
  const isInTheWay = others.some(
    (other) => Math.abs(other.x - place.x) < NODE.width && Math.abs(other.y - place.y) < NODE.height,
  )
  const moveOn = (other: Position): Position =>
    isInTheWay && other[axis] > origin[axis] ? { ...other, [axis]: other[axis] + stride } : other
  return {
    source: positions.source,
    destination: moveOn(positions.destination),
    transformations: Object.fromEntries(
      Object.entries(positions.transformations).map(([other, own]) => [other, other === id ? place : moveOn(own)]),
    ),
  }
}
