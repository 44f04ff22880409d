import { COUNT, type ProxyRules, type Wire } from './proxy.ts'

/** The commands that begin a log, of MariaDB (from the first place of its file) and of MySQL. */
const DUMPS = [Buffer.from([0x12, 4, 0, 0, 0, 0, 0]), Buffer.from([0x1e, 4, 0])]

const beginsLog = (sent: Buffer) =>
  sent.includes('START_REPLICATION') ||
  DUMPS.some((command) => [0, 4].some((at) => sent.subarray(at, at + command.length).equals(command)))

/** The connection ends after so many bytes of the log. */
export function cutInLog(bytes: number): Required<Pick<ProxyRules, 'wire' | 'judge'>> {
  const wire: Wire = {}
  const judge = (sent: Buffer) => {
    if (!beginsLog(sent)) return 'pass'
    wire.cutAfter = bytes
    return COUNT
  }
  return { wire, judge }
}
