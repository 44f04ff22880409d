import { BlockList, isIP } from 'node:net'

import { WORKER_CLASS } from '../../core/catalog/runs/worker-class.ts'
import { LOG_FORMATS, LOG_LEVELS } from '../host/stream-log.ts'
import { parseMasterKey, parseUrl } from './store-place.ts'

// The forms that values of variables may have: each with its words for a problem, and its parser.

export const PORT_FORM = 'a whole number from 0 to 65535'
export const HOST_LIST_FORM = 'a list of host names with their ports, such as "millrace.internal, 127.0.0.1:4001"'
export const CIDR_LIST_FORM = 'a list of address ranges such as "10.0.0.0/8, 192.168.1.7, fd00::/8"'

export const STEP_MEMORY_FORM = 'megabytes from 384 to 65536'
export const STEP_THREADS_FORM = 'a whole number from 1 to 64'
export const STEP_SECONDS_FORM = 'seconds from 1 to 300'
export const STEP_IDLE_FORM = 'minutes from 1 to 10080'
export const STEP_DISK_FORM = 'megabytes from 100 to 999999'
export const TASK_MEMORY_FORM = 'megabytes from 256 to 65536'
export const ROW_MEMORY_FORM = 'megabytes from 1 to 1024'
export const MIRROR_LOG_FORM = 'megabytes from 16 to 999999'
export const LIMIT_FORM = 'a whole number from 1 to 999999'
export const WORKER_CLASS_FORM = 'small letters, digits and hyphens, at most 40, such as "large"'
export const FOREVER = 'forever'
export const RETENTION_FORM = 'days from 1 to 36500, or "forever"'

export const parseWithin = (least: number, most: number) => (text: string) =>
  /^\d{1,6}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined

export const parseWorkerClass = (text: string) => (WORKER_CLASS.test(text) ? text : undefined)

export const parseStepMemory = parseWithin(384, 65_536)

export const parseStepThreads = parseWithin(1, 64)

export const parseStepSeconds = parseWithin(1, 300)

export const parseStepIdle = parseWithin(1, 10_080)

export const parseStepDisk = parseWithin(100, 999_999)

export const parseTaskMemory = parseWithin(256, 65_536)

export const parseRowMemory = parseWithin(1, 1_024)

export const parseMirrorLog = parseWithin(16, 999_999)

export const parseLimit = parseWithin(1, 999_999)

export const parseRetention = (text: string) => (text === FOREVER ? FOREVER : parseWithin(1, 36_500)(text))

export const parsePort = (text: string) => (/^\d{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined)

export const parseHost = (text: string) =>
  isIP(text) || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) ? text : undefined

export const parseLoopbackHost = (text: string) => {
  const url = URL.parse(`http://${text}`)
  return url && url.host === text && url.port !== '' && isLoopback(url.hostname) ? `http://${text}` : undefined
}

export const parseToken = (text: string) => (/^[\x21-\x7e]{16,}$/.test(text) ? text : undefined)

export const parseLogFormat = (text: string) => LOG_FORMATS.find((format) => format === text)

export const parseLogLevel = (text: string) => LOG_LEVELS.find((level) => level === text)

export const parseHttpUrl = (text: string) => parseUrl(text, 'http:', 'https:')

export const parseSmtpUrl = (text: string) => parseUrl(text, 'smtp:', 'smtps:')

export function parseMasterKeys(text: string): readonly Uint8Array[] | undefined {
  const keys = text.split(',').map((key) => parseMasterKey(key.trim()))
  return keys.every((key) => key !== undefined) ? keys : undefined
}

export function parseHostList(text: string): readonly string[] | undefined {
  const hosts = text.split(',').map((host) => host.trim().toLowerCase())
  return hosts.every((host) => URL.parse(`ws://${host}`)?.host === host) ? hosts : undefined
}

export function parseCidrList(text: string): readonly string[] | undefined {
  const ranges = text.split(',').map((range) => range.trim())
  return ranges.every(isCidr) ? ranges : undefined
}

function isCidr(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

export function isLoopback(host: string): boolean {
  const family = isIP(host)
  return family === 0 ? host.toLowerCase() === 'localhost' : loopback.check(host, family === 4 ? 'ipv4' : 'ipv6')
}
