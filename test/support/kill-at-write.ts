import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'
import { basename } from 'node:path'
import { isMainThread } from 'node:worker_threads'

// Loaded by `--import` into a program of ours: counts its writes into files, before, in the middle of and after each, and kills the
// program at one of them.
// KILL_AT: the number of the point, from 1, or its place, for programs that do several things at once. KILL_COUNT: a file for the
// places of all points, one per line, if the program comes to its end. KILL_BELOW: only files in this folder count. KILL_MESSAGES: what
// is sent to databases counts too. KILL_PROGRAMS: the beginning, work and end of programs that it starts count too. KILL_FAMILY: these
// are killed with it.
const { KILL_AT, KILL_COUNT, KILL_BELOW = '', KILL_MESSAGES, KILL_PROGRAMS, KILL_FAMILY } = process.env

type Call = (this: unknown, ...args: unknown[]) => unknown

const points: string[] = []
const children: ChildProcess[] = []

/** Of files that count, with their paths. */
const handles = new WeakMap<object, string>()

const isMatch = (place: unknown) =>
  typeof place === 'object' && place !== null ? handles.has(place) : String(place).startsWith(KILL_BELOW)

const isNext = (place: string) => KILL_AT === String(points.length + 1) || KILL_AT === place

function point(place: string): void {
  if (!isNext(place)) {
    points.push(place)
    return
  }
  // The last one first: it is the guard that would end the others properly.
  for (const child of children.toReversed()) child.kill('SIGKILL')
  process.kill(process.pid, 'SIGKILL')
}

/** A write as people name it, such as `rename password.new after`: without what differs from start to start. */
const placeOf = (name: string, file: unknown, moment: string) => {
  const path = typeof file === 'object' && file !== null ? handles.get(file) : String(file)
  return `${name} ${basename(path ?? 'a message').replace(/-[0-9a-f]{8}$|\.\d+$/, '')} ${moment}`
}

function wrap(owner: object, names: readonly string[], wrapped: (original: Call, name: string) => Call): void {
  for (const name of names) {
    const original: Call = Reflect.get(owner, name)
    Reflect.set(owner, name, wrapped(original, name))
  }
}

/** @param fileOf the path or the handle of a call */
const whole =
  (fileOf: (self: unknown, args: readonly unknown[]) => unknown) =>
  (original: Call, name: string): Call =>
    async function (...args) {
      const file = fileOf(this, args)
      if (!isMatch(file)) return original.apply(this, args)
      point(placeOf(name, file, 'before'))
      const result = await original.apply(this, args)
      point(placeOf(name, file, 'after'))
      return result
    }

const ofPath = (_: unknown, [path]: readonly unknown[]) => path
const ofHandle = (handle: unknown) => handle

/** A kill may come when only a part of the content is in the file. */
const ofContent =
  (isHandle: boolean) =>
  (original: Call, name: string): Call =>
    async function (...args) {
      const file = isHandle ? this : args[0]
      if (!isMatch(file)) return original.apply(this, args)
      point(placeOf(name, file, 'before'))
      if (isNext(placeOf(name, file, 'half')))
        await original.apply(this, isHandle ? half(args) : [args[0], ...half(args.slice(1))])
      point(placeOf(name, file, 'half'))
      const result = await original.apply(this, args)
      point(placeOf(name, file, 'after'))
      return result
    }

/** The arguments for half of the content, which is the first; two numbers after it are the part that is written. */
function half([content, ...more]: readonly unknown[]): unknown[] {
  if (typeof content === 'string') return [content.slice(0, content.length / 2), ...more]
  if (!(content instanceof Uint8Array)) return [content, ...more]
  const [offset, length, ...others] = more
  if (typeof offset === 'number') return [content, offset, Math.floor(Number(length) / 2), ...others]
  return [content.subarray(0, content.length / 2), ...more]
}

const opening = (original: Call, name: string): Call => {
  const counted = whole(ofPath)(original, name)
  return async function (...args) {
    const [path, flags = 'r'] = args
    // Reading changes nothing.
    const handle = await (flags === 'r' ? original : counted).apply(this, args)
    if (isMatch(path) && typeof handle === 'object' && handle !== null) handles.set(handle, String(path))
    return handle
  }
}

const atOnce = (original: Call, name: string): Call =>
  function (...args) {
    if (!(this instanceof Socket || isMatch(args[0]))) return original.apply(this, args)
    const file = this instanceof Socket ? 'to a database' : args[0]
    point(placeOf(name, file, 'before'))
    const result = original.apply(this, args)
    point(placeOf(name, file, 'after'))
    return result
  }

const CHANGING = [
  'mkdir',
  'mkdtemp',
  'rename',
  'rm',
  'rmdir',
  'unlink',
  'link',
  'symlink',
  'copyFile',
  'cp',
  'chmod',
  'chown',
]

/** A third of a second is the middle of what initdb does, and the server has begun by then. */
const IN_THE_MIDDLE_MS = 300

function atItsMoments(child: ChildProcess): void {
  child.once('spawn', () => {
    const name = child.spawnargs.includes('--single') ? 'postgres --single' : basename(child.spawnfile)
    point(`${name} begun`)
    setTimeout(() => child.exitCode === null && point(`${name} working`), IN_THE_MIDDLE_MS).unref()
    child.once('exit', () => point(`${name} ended`))
  })
}

if (isMainThread) {
  subscribe('child_process', (message) => {
    if (typeof message !== 'object' || message === null || !('process' in message)) return
    const child = message.process as ChildProcess
    if (KILL_FAMILY) children.push(child)
    if (KILL_PROGRAMS) atItsMoments(child)
  })
  const file = await fs.promises.open(process.execPath, 'r')
  const handle = Object.getPrototypeOf(file)
  await file.close()
  wrap(handle, ['sync', 'datasync', 'truncate'], whole(ofHandle))
  wrap(handle, ['write', 'writeFile', 'appendFile'], ofContent(true))
  wrap(fs.promises, CHANGING, whole(ofPath))
  wrap(fs.promises, ['writeFile', 'appendFile'], ofContent(false))
  wrap(fs.promises, ['open'], opening)
  if (KILL_MESSAGES) wrap(Socket.prototype, ['write'], atOnce)
  const { writeFileSync } = fs
  wrap(fs, ['mkdirSync', 'mkdtempSync', 'renameSync', 'rmSync', 'writeFileSync'], atOnce)
  syncBuiltinESMExports()
  if (KILL_COUNT) process.on('exit', () => writeFileSync(KILL_COUNT, points.join('\n')))
}
