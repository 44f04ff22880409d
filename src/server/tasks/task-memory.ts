import { totalmem } from 'node:os'

const MEGABYTE = 1024 * 1024
const MIN_MEGABYTES = 512
const MAX_MEGABYTES = 4_096

/** The limit for one process if the operator sets none, in megabytes: a quarter of what this machine or container has. */
export function usualTaskMemory(bytes = memoryHere()): number {
  return Math.min(Math.max(Math.floor(bytes / MEGABYTE / 4), MIN_MEGABYTES), MAX_MEGABYTES)
}

/** A container may have less than its machine. */
function memoryHere(): number {
  const constrained = process.constrainedMemory()
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
}
